import type { TopicTerms } from '@agent-home/modes';
import { objectKey } from '@agent-home/protocol';
import { eq, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { randomId } from '../../foundation/text/random-id.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import { enqueueObjects, topicStream } from '../../publication/outbox/enqueue-object.ts';
import { newestBodies } from '../../publication/outbox/newest-body.ts';
import { requireNoRequestId } from '../../reading/direct-requests/request-id.ts';
import type { TopicDefinition } from '../../registry/topics/topic-policy.ts';
import { withGrace } from '../inputs/grace.ts';
import { administerLocked, announce } from '../session/administer-topic.ts';
import { insertTopic } from '../session/insert-topic.ts';
import type { TopicRow } from '../session/topic-session.ts';
import type { WithLockedTopic } from './locked-topic.ts';

/**
 * Closes a topic and continues it under a new id. Earlier credentials do not open the new one, so a removed agent can read nothing
 * new, however long its credential is valid. Each topic names the other in its certified manifest, and the first entry of the new
 * ledger commits to the last one of the old, so readers see one history. The mode starts over with the same rules (openspec:
 * moderation).
 */
export async function continueTopic(
  platform: Platform,
  topicId: string,
  wished: string | undefined,
  withLock: WithLockedTopic,
): Promise<{ continued_as: string }> {
  if (wished !== undefined) requireNoRequestId(wished, 'new_topic_id');
  const newId = wished ?? randomId('topic', platform.randomBytes);
  const { committed, nextDeadline } = await withLock((transaction, topic) =>
    continueLocked(platform, transaction, topic, newId),
  );
  await announce(platform, topicId, committed);
  await platform.wake.stream(topicStream(newId));
  if (nextDeadline) await platform.wake.topic(newId, withGrace(platform, nextDeadline));
  return { continued_as: newId };
}

/** Closes the old topic and opens the new one in one transaction, under the lock of the old one. */
async function continueLocked(platform: Platform, transaction: Executor, topic: TopicRow, newId: string) {
  if (topic.status === 'closed')
    throw new PlatformError('topic_closed', 'the topic is closed and cannot be continued; open a new topic');
  const { topics } = tables;
  const { topicId } = topic;
  await transaction.update(topics).set({ pausedAt: null }).where(eq(topics.topicId, topicId));
  const close = { action: 'close', reason: `continued as ${newId}` } as const;
  const closing = await administerLocked(platform, transaction, { ...topic, pausedAt: null }, close);
  const [closed] = await transaction
    .select({ sequence: topics.ledgerSequence, hash: topics.ledgerHead, policyVersion: topics.policyVersion })
    .from(topics)
    .where(eq(topics.topicId, topicId));
  const manifestKey = objectKey('topic_manifest', { topic_id: topicId });
  const [manifest] = await newestBodies(transaction, [manifestKey]);
  if (!closed || !manifest)
    throw new PlatformError('not_found', 'the topic has no manifest yet; retry in some seconds');
  const allowlist = topic.visibility === 'invite' ? await stillInvited(transaction, topicId) : [];
  const createdAt = platform.now();
  const begun = await insertTopic(platform, transaction, {
    ...toDefinition(topic),
    topicId: newId,
    allowlist,
    createdAt,
    continues: { topic_id: topicId, sequence: closed.sequence, hash: closed.hash },
  });
  await carryOver(transaction, topicId, newId);
  const policyVersion = closed.policyVersion + 1;
  await transaction.update(topics).set({ policyVersion }).where(eq(topics.topicId, topicId));
  const body = { ...manifest.body, policy_version: policyVersion, continued_as: newId };
  await enqueueObjects(transaction, [{ stream: topicStream(topicId), objectKey: manifestKey, body }]);
  const payload = { continued_as: newId };
  await appendFeed(transaction, [{ eventType: 'topic.continued', topicId, occurredAt: createdAt, payload }]);
  return { committed: closing.committed, nextDeadline: begun.nextDeadline };
}

/** Returns the members that the new topic copies unchanged. */
function toDefinition(topic: TopicRow) {
  const terms = JSON.parse(topic.terms) as TopicTerms;
  return {
    title: topic.title,
    visibility: topic.visibility,
    circleId: topic.circleId,
    readScope: topic.readScope,
    ownerId: topic.ownerId,
    mode: topic.mode,
    modeVersion: topic.modeVersion,
    rules: terms.rules,
    authorSignature: terms.author_signature,
    ...(topic.closesAt ? { closesAt: topic.closesAt } : {}),
  } satisfies Partial<TopicDefinition>;
}

/** Returns the agents that are on the allowlist, or have taken part and were not removed. */
async function stillInvited(transaction: Executor, topicId: string): Promise<string[]> {
  const { agents, topicAllowlist, topicParticipants, topicRestrictions } = tables;
  const rows = await transaction.execute<{ agent_id: string }>(
    sql`select agent_id from ${agents} where agent_id in (
          select agent_id from ${topicAllowlist} where topic_id = ${topicId}
          union select agent_id from ${topicParticipants} where topic_id = ${topicId} and not left_out
          except select agent_id from ${topicRestrictions} where topic_id = ${topicId} and banned_at is not null)
        order by agent_id`,
  );
  return rows.map((row) => row.agent_id);
}

/** Copies restrictions, so that agents muted or ejected in the old topic remain so in the new one. */
async function carryOver(transaction: Executor, from: string, to: string): Promise<void> {
  const { topicRestrictions: table } = tables;
  await transaction.execute(
    sql`insert into ${table} (topic_id, agent_id, muted_until, banned_at)
        select ${to}, agent_id, muted_until, banned_at from ${table} where topic_id = ${from}`,
  );
}
