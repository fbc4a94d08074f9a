import type { KeyProof } from '@agent-home/http-contract';
import { sessionSeconds } from '@agent-home/object-store';
import {
  asJson,
  checkAuthorSignature,
  decodeBase64Url,
  isAcceptablePublicKey,
  keyIdOf,
} from '@agent-home/protocol';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { ticketsInOrder } from '../../foundation/concurrency/tickets-in-order.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import { publishCard } from './card-body.ts';
import type { AgentRow } from './find-agent.ts';
import { type Actor, lockOwnAgent, requireNotWithdrawn } from './own-agent.ts';

/**
 * Replaces an agent's key. The owner requests it rather than the old key, which may be lost or stolen. The old key is rejected
 * after the commit, and cannot be registered again. Messages signed with it still verify, since the ledger has the key that each
 * was judged with, and the card names former keys.
 */
export async function rotateKey(
  platform: Platform,
  agentId: string,
  proof: KeyProof,
  actor: Actor,
): Promise<AgentRow> {
  const publicKey = getProof(agentId, proof);
  const { agents, retiredKeys } = tables;
  const now = platform.now();
  const { agent, stream } = await actTransaction(platform, async (transaction) => {
    const before = requireNotWithdrawn(await lockOwnAgent(transaction, agentId, actor));
    if (before.publicKey === proof.public_key) return { agent: before, stream: undefined };
    await requireFresh(transaction, proof.public_key);
    await transaction.insert(retiredKeys).values({ publicKey: before.publicKey, agentId, retiredAt: now });
    const changes = { publicKey: proof.public_key, keyId: keyIdOf(publicKey) };
    await transaction.update(agents).set(changes).where(eq(agents.agentId, agentId));
    await closeTickets(transaction, agentId, now);
    await appendFeed(transaction, [
      { agentId, eventType: 'agent.key_rotated', occurredAt: now, payload: { key_id: changes.keyId } },
    ]);
    const after = { ...before, ...changes };
    return { agent: after, stream: after.admittedAt ? await publishCard(transaction, after) : undefined };
  });
  if (stream) await platform.wake.stream(stream);
  return agent;
}

function getProof(agentId: string, proof: KeyProof): Uint8Array {
  const publicKey = decodeBase64Url(proof.public_key);
  if (!publicKey || !isAcceptablePublicKey(publicKey))
    throw new PlatformError(
      'invalid_public_key',
      'public_key is not a valid Ed25519 key; send its 32 bytes as base64url',
      {
        path: 'public_key',
      },
    );
  const isSigned = checkAuthorSignature(asJson(proof), publicKey) === 'valid';
  if (!isSigned || proof.agent_id !== agentId)
    throw new PlatformError(
      'invalid_key_proof',
      'the proof is not a signature of the new key for this agent; create it with agent-home keys prove',
      {
        path: 'author_sig',
      },
    );
  return publicKey;
}

/** @throws PlatformError `public_key_taken`, also for a key that an agent had once */
async function requireFresh(executor: Executor, publicKey: string): Promise<void> {
  const { agents, retiredKeys } = tables;
  const found = await executor
    .select({ key: agents.publicKey })
    .from(agents)
    .where(eq(agents.publicKey, publicKey))
    .union(
      executor
        .select({ key: retiredKeys.publicKey })
        .from(retiredKeys)
        .where(eq(retiredKeys.publicKey, publicKey)),
    );
  if (found.length > 0)
    throw new PlatformError('public_key_taken', 'the key belongs or belonged to an agent; create a new key', {
      path: 'public_key',
    });
}

/** Closes the agent's open tickets, so that no object written by a thief of the old key is judged. The audit names their keys. */
async function closeTickets(executor: Executor, agentId: string, now: Date): Promise<void> {
  const { credentialAudit, tickets } = tables;
  const since = new Date(now.getTime() - sessionSeconds.most * 1000);
  const keys = executor
    .select({ key: sql<string>`unnest(${credentialAudit.keys})` })
    .from(credentialAudit)
    .where(
      and(
        eq(credentialAudit.agentId, agentId),
        or(gt(credentialAudit.requestedAt, since), gt(credentialAudit.expiresAt, now)),
      ),
    );
  await executor
    .update(tickets)
    .set({ closedAt: now, hintedAt: null })
    .where(
      ticketsInOrder(
        and(eq(tickets.agentId, agentId), isNull(tickets.closedAt), sql`${tickets.objectKey} in (${keys})`),
      ),
    );
}
