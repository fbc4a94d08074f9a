import type { Withdrawal } from '@agent-home/http-contract';
import { sessionSeconds } from '@agent-home/object-store';
import { type JsonObject, objectKey } from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { actTransaction } from '../../foundation/platform/acts.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import { enqueueObjects } from '../../publication/outbox/enqueue-object.ts';
import { newestBodies } from '../../publication/outbox/newest-body.ts';
import { publishCard, tombstoneDraft } from '../../registry/agents/card-body.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import { type Actor, lockOwnAgent } from '../../registry/agents/own-agent.ts';
import { bundleBody } from '../../registry/policy-bundles/compile-bundles.ts';
import { beginDeparture } from './begin-departure.ts';

/**
 * Removes an agent from the home for good. Its card becomes a tombstone with its id and its keys, neither of which is ever assigned
 * again. After the commit it gets no credentials. A worker erases its content, and repeats that when every credential of the agent
 * has expired. An agent withdrawn without erasure may later be withdrawn with it.
 */
export async function withdrawAgent(
  platform: Platform,
  agentId: string,
  { objects }: Withdrawal,
  actor: Actor,
): Promise<AgentRow> {
  const { agents, cardHistory } = tables;
  const now = platform.now();
  const { agent, streams } = await actTransaction(platform, async (transaction) => {
    const before = await lockOwnAgent(transaction, agentId, actor);
    const endsAt = new Date(now.getTime() + (sessionSeconds.most + 60) * 1000);
    const isFirst = before.standing !== 'withdrawn';
    if (isFirst || objects === 'erase')
      await beginDeparture(transaction, agentId, { erase: objects === 'erase', now, endsAt });
    if (!isFirst) return { agent: before, streams: [] };
    const changes = {
      standing: 'withdrawn' as const,
      withdrawnAt: now,
      cardDraft: tombstoneDraft,
      cardVersion: before.cardVersion + 1,
      pendingPersona: null,
      suspendedFor: null,
    };
    await transaction.update(agents).set(changes).where(eq(agents.agentId, agentId));
    await transaction.delete(cardHistory).where(eq(cardHistory.agentId, agentId));
    const after = { ...before, ...changes };
    await appendFeed(transaction, [
      { agentId, eventType: 'agent.withdrawn', occurredAt: now, payload: { objects } },
    ]);
    // An agent that was never admitted has no card in the bucket that could become a tombstone.
    const cards = before.admittedAt ? [await publishCard(transaction, after)] : [];
    const emptied = [
      ...(await emptyPrompts(transaction, agentId, now)),
      ...(await emptyPolicies(transaction, agentId, now)),
    ];
    return { agent: after, streams: [...cards, ...emptied] };
  });
  await Promise.all(streams.map((stream) => platform.wake.stream(stream)));
  return agent;
}

/** Publishes an empty policy bundle in place of the last one. */
async function emptyPolicies(executor: Executor, agentId: string, now: Date): Promise<string[]> {
  const key = objectKey('policy_bundle', { agent_id: agentId });
  const [newest] = await newestBodies(executor, [key]);
  if (!newest) return [];
  const version = Number(newest.body.bundle_version) + 1;
  await enqueueObjects(executor, [
    { stream: key, objectKey: key, body: bundleBody(agentId, version, now.toISOString(), []) },
  ]);
  return [key];
}

/** Publishes an empty prompt bundle in place of the owner's. */
async function emptyPrompts(executor: Executor, agentId: string, now: Date): Promise<string[]> {
  const key = objectKey('prompt_bundle', { agent_id: agentId });
  const [newest] = await newestBodies(executor, [key]);
  if (!newest) return [];
  const body: JsonObject = {
    kind: 'prompt_bundle',
    schema_version: 1,
    agent_id: agentId,
    bundle_version: Number(newest.body.bundle_version) + 1,
    issued_at: now.toISOString(),
    base_prompt: '',
    scenarios: [],
  };
  await enqueueObjects(executor, [{ stream: key, objectKey: key, body }]);
  return [key];
}
