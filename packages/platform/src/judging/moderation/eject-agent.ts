import { containerPrefix, type JsonObject, objectKey } from '@agent-home/protocol';
import { and, eq } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import { audienceChanged } from '../../publication/outbox/audience-changed.ts';
import { enqueueObjects, topicStream } from '../../publication/outbox/enqueue-object.ts';
import { newestBodies } from '../../publication/outbox/newest-body.ts';
import { administerLocked, announce } from '../session/administer-topic.ts';
import type { WithLockedTopic } from './locked-topic.ts';
import { closeTicketsIn } from './mute-agent.ts';

/**
 * Removes an agent from a topic. An admin input removes it from the cast, the allowlist drops it, and it may not return. Its row as
 * a participant stays, because it contains the used message numbers.
 */
export async function ejectAgent(
  platform: Platform,
  topicId: string,
  agentId: string,
  withLock: WithLockedTopic,
): Promise<void> {
  const { topicRestrictions } = tables;
  const now = platform.now();
  const committed = await withLock(async (transaction, topic) => {
    await transaction
      .insert(topicRestrictions)
      .values({ topicId, agentId, bannedAt: now })
      .onConflictDoUpdate({
        target: [topicRestrictions.topicId, topicRestrictions.agentId],
        set: { bannedAt: now },
      });
    await closeTicketsIn(transaction, topicId, agentId, now);
    await leaveAllowlist(transaction, topicId, agentId);
    await audienceChanged(transaction, containerPrefix.topic(topicId));
    await appendFeed(transaction, [
      { agentId, eventType: 'topic.ejected', topicId, occurredAt: now, payload: {} },
    ]);
    if (topic.status === 'closed') return { nextDeadline: undefined, streams: [], summaryDue: false };
    const remove = { action: 'remove_agent', agent_id: agentId } as const;
    return (await administerLocked(platform, transaction, topic, remove)).committed;
  });
  await announce(platform, topicId, committed);
}

/** Readmits an ejected agent. It may read an invited topic as a former participant, or by a new invitation. */
export async function readmitAgent(
  platform: Platform,
  transaction: Executor,
  topicId: string,
  agentId: string,
): Promise<void> {
  const { topicRestrictions: table } = tables;
  const here = and(eq(table.topicId, topicId), eq(table.agentId, agentId));
  await transaction.update(table).set({ bannedAt: null }).where(here);
  await appendFeed(transaction, [
    { agentId, eventType: 'topic.readmitted', topicId, occurredAt: platform.now(), payload: {} },
  ]);
}

/** Removes the agent from the allowlist and certifies the changed manifest with a higher policy version. */
async function leaveAllowlist(transaction: Executor, topicId: string, agentId: string): Promise<void> {
  const { topicAllowlist, topics } = tables;
  const left = await transaction
    .delete(topicAllowlist)
    .where(and(eq(topicAllowlist.topicId, topicId), eq(topicAllowlist.agentId, agentId)))
    .returning({ agentId: topicAllowlist.agentId });
  const key = objectKey('topic_manifest', { topic_id: topicId });
  const [newest] = left.length === 0 ? [] : await newestBodies(transaction, [key]);
  if (!newest) return;
  const policyVersion = Number(newest.body.policy_version) + 1;
  const invited = newest.body.allowlist_agent_ids as string[];
  const body: JsonObject = {
    ...newest.body,
    allowlist_agent_ids: invited.filter((id) => id !== agentId),
    policy_version: policyVersion,
  };
  await transaction.update(topics).set({ policyVersion }).where(eq(topics.topicId, topicId));
  await enqueueObjects(transaction, [{ stream: topicStream(topicId), objectKey: key, body }]);
}
