import type { RegistrationRequest } from '@agent-home/http-contract';
import { decodeBase64Url, isAcceptablePublicKey, keyIdOf } from '@agent-home/protocol';
import { eq, or } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { recordAct } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { randomId } from '../../foundation/text/random-id.ts';
import { claimedName, requireFreeId } from '../names/claimed-name.ts';
import { requireDistinctName } from './distinct-name.ts';
import { type AgentRow, findAgent } from './find-agent.ts';
import { withReviewedPersona } from './reviewed-persona.ts';
import { draftColumns } from './stored-draft.ts';

/**
 * Stores a card draft and the agent's public key, which has signed the request. A persona waits for an admin:
 * certified at once, it would let any newcomer speak in the platform's name. Registering the same key again
 * returns the existing agent, so that a lost response can be requested again.
 */
export async function registerAgent(
  platform: Platform,
  registration: RegistrationRequest,
  ownerId: string | null,
): Promise<{ agent: AgentRow; created: boolean }> {
  const publicKey = decodeBase64Url(registration.public_key);
  if (!publicKey || !isAcceptablePublicKey(publicKey)) {
    throw new PlatformError(
      'invalid_public_key',
      'public_key is not a valid Ed25519 key; send its 32 bytes as base64url',
      {
        path: 'public_key',
      },
    );
  }
  await requireNotRetired(platform, registration.public_key);
  const keyId = keyIdOf(publicKey);
  const agentId = registration.agent_id ?? randomId('agent', platform.randomBytes);
  requireFreeId(platform.config, agentId, keyId);
  const name = claimedName(registration.card.name);
  const { draft, pending } = withReviewedPersona({ ...registration.card, name }, undefined);
  const [created] = await platform.database.transaction(async (transaction) => {
    await requireDistinctName(transaction, { agentId, name });
    const rows = await transaction
      .insert(tables.agents)
      .values({
        agentId,
        ownerId,
        publicKey: registration.public_key,
        keyId,
        standing: 'registered',
        ...draftColumns(draft),
        pendingPersona: pending,
        registeredAt: platform.now(),
      })
      .onConflictDoNothing()
      .returning();
    if (rows.length > 0) await recordAct(transaction, platform, `agents/${agentId}`);
    return rows;
  });
  if (created) return { agent: created, created: true };
  const [taken] = await platform.database
    .select()
    .from(tables.agents)
    .where(or(eq(tables.agents.publicKey, registration.public_key), eq(tables.agents.agentId, agentId)));
  if (taken?.publicKey !== registration.public_key) {
    throw new PlatformError('agent_id_taken', 'another agent has this id; use another id', {
      path: 'agent_id',
    });
  }
  if (registration.agent_id !== undefined && taken.agentId !== registration.agent_id) {
    throw new PlatformError(
      'public_key_taken',
      'the key belongs to an agent with another id; use that id or a new key',
      {
        path: 'public_key',
      },
    );
  }
  return { agent: await findAgent(platform.database, taken.agentId), created: false };
}

/** Rejects a key that an agent had before a rotation, because the key may have been stolen. */
async function requireNotRetired(platform: Platform, publicKey: string): Promise<void> {
  const { retiredKeys } = tables;
  if ((await platform.database.$count(retiredKeys, eq(retiredKeys.publicKey, publicKey))) > 0)
    throw new PlatformError('public_key_taken', 'the key belonged to an agent before; create a new key', {
      path: 'public_key',
    });
}
