import { findMode } from '@agent-home/modes';
import { canonicalJsonBytes, containerPrefix, objectKey } from '@agent-home/protocol';
import { eq, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { appendFeed } from '../../publication/feed/append-feed.ts';
import { audienceChanged } from '../../publication/outbox/audience-changed.ts';
import { enqueueObjects, topicStream } from '../../publication/outbox/enqueue-object.ts';
import { newestBodies } from '../../publication/outbox/newest-body.ts';
import { type Exposure, listExposures } from '../../registry/access/exposure.ts';
import { requireKnownAgents } from '../../registry/agents/require-agents.ts';
import { requireAudience } from '../../registry/topics/require-audience.ts';
import {
  type Audience,
  audienceFields,
  audienceOfManifest,
  isTakenOff,
  type ParticipantsRule,
  withoutAudience,
} from '../../registry/visibility/audience.ts';
import { withFormerAudience } from '../../registry/visibility/former-audiences.ts';
import { isReader, loadAuthors } from './author-facts.ts';
import { type CommittedTopic, commitSession } from './commit-session.ts';
import { type TopicRow, TopicSession } from './topic-session.ts';

/** Result for an admin or owner after a change of the audience. */
export interface AudienceChange {
  policy_version: number;
  /** Agents that lost access and hold credentials that still work. */
  exposed: Exposure[];
}

/**
 * Changes the audience of a topic, under its lock, and certifies it with a higher policy version. It applies to every access
 * decision from the commit on. Agents that lost access are removed from the cast.
 */
export async function setAudience(
  platform: Platform,
  transaction: Executor,
  before: TopicRow,
  audience: Audience,
  participants: ParticipantsRule,
): Promise<{ change: AudienceChange; committed: CommittedTopic | undefined }> {
  const { topicId } = before;
  const topic = await certify(transaction, before, audience);
  const { invited, uninvited } = await replaceAllowlist(transaction, topicId, audience.allowlist);
  const out = await leaveOut(transaction, topic, participants === 'keep' ? uninvited : undefined);
  const common = { topicId, occurredAt: platform.now() };
  const invitation = { ...common, eventType: 'topic.invited' as const, payload: { title: topic.title } };
  const leaving = { ...common, eventType: 'topic.left_out' as const, payload: {} };
  await appendFeed(transaction, [
    ...invited.map((agentId) => ({ ...invitation, agentId })),
    ...out.map((agentId) => ({ ...leaving, agentId })),
  ]);
  return {
    change: { policy_version: topic.policyVersion, exposed: await exposedStill(transaction, topic) },
    committed: await leaveCast(platform, transaction, topic, out),
  };
}

async function certify(transaction: Executor, topic: TopicRow, audience: Audience): Promise<TopicRow> {
  const { topicId, ownerId, formerAudiences } = topic;
  const { visibility, circleId } = audience;
  await requireAudience(transaction, { visibility, circleId, ownerId });
  const key = objectKey('topic_manifest', { topic_id: topicId });
  const [newest] = await newestBodies(transaction, [key]);
  if (!newest) throw new Error('a topic without a manifest');
  const policyVersion = topic.policyVersion + 1;
  const body = {
    ...withoutAudience(newest.body),
    ...audienceFields(audience),
    policy_version: policyVersion,
  };
  await enqueueObjects(transaction, [{ stream: topicStream(topicId), objectKey: key, body }]);
  const former = await withFormerAudience(transaction, formerAudiences, audienceOfManifest(newest.body), key);
  const changed = { visibility, circleId, policyVersion, formerAudiences: former };
  await transaction.update(tables.topics).set(changed).where(eq(tables.topics.topicId, topicId));
  await audienceChanged(transaction, containerPrefix.topic(topicId));
  return { ...topic, ...changed };
}

/** Replaces the allowlist. Returns the agents that are new on it, and those that are no longer on it. */
async function replaceAllowlist(
  executor: Executor,
  topicId: string,
  agentIds: string[],
): Promise<{ invited: string[]; uninvited: string[] }> {
  const { topicAllowlist } = tables;
  await requireKnownAgents(executor, agentIds, 'allowlist_agent_ids');
  const before = await executor
    .delete(topicAllowlist)
    .where(eq(topicAllowlist.topicId, topicId))
    .returning({ agentId: topicAllowlist.agentId });
  if (agentIds.length > 0)
    await executor.insert(topicAllowlist).values(agentIds.map((agentId) => ({ topicId, agentId })));
  const known = new Set(before.map(({ agentId }) => agentId));
  const now = new Set(agentIds);
  return {
    invited: agentIds.filter((agentId) => !known.has(agentId)),
    uninvited: [...known].filter((agentId) => !now.has(agentId)),
  };
}

/**
 * Marks participants as excluded, so that earlier participation no longer admits them: those in `uninvited`, or all if it is not
 * given. Returns the participants excluded now.
 */
async function leaveOut(executor: Executor, topic: TopicRow, uninvited?: string[]): Promise<string[]> {
  const { topicAllowlist, topicParticipants: known } = tables;
  const isInvited = sql`exists (select 1 from ${topicAllowlist}
    where ${topicAllowlist.topicId} = ${known.topicId} and ${topicAllowlist.agentId} = ${known.agentId})`;
  const rows = await executor
    .update(known)
    .set({ leftOut: sql`not ${isInvited} and (${known.leftOut} or ${isTakenOff(known.agentId, uninvited)})` })
    .where(eq(known.topicId, topic.topicId))
    .returning({ agentId: known.agentId });
  const authors = await loadAuthors(
    executor,
    topic.topicId,
    rows.map(({ agentId }) => agentId),
  );
  return [...authors.values()].filter((author) => !isReader(author, topic)).map(({ agentId }) => agentId);
}

async function exposedStill(executor: Executor, topic: TopicRow): Promise<Exposure[]> {
  const live = await listExposures(executor, { containers: [{ kind: 'topic', id: topic.topicId }] });
  const holders = await loadAuthors(
    executor,
    topic.topicId,
    live.map(({ agent_id }) => agent_id),
  );
  return live.filter(({ agent_id: agentId }) => {
    const holder = holders.get(agentId);
    return !holder || !isReader(holder, topic);
  });
}

/** Removes agents that may not read any more from the cast, because the mode would wait for their turns in vain. */
async function leaveCast(
  platform: Platform,
  transaction: Executor,
  topic: TopicRow,
  out: string[],
): Promise<CommittedTopic | undefined> {
  const mode = findMode(topic.mode, topic.modeVersion);
  const named = out.filter((agentId) => topic.state.includes(JSON.stringify(agentId)));
  if (!mode || topic.status === 'closed' || named.length === 0) return undefined;
  const session = new TopicSession(platform, transaction, topic, mode);
  for (const agentId of named) {
    const bytes = canonicalJsonBytes({ action: 'remove_agent', agent_id: agentId });
    await session.judge({ type: 'admin', bytes });
  }
  return commitSession(platform, transaction, session);
}
