import type { JsonObject, TopicManifest } from '@agent-home/protocol';
import { eq, sql } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import type { TopicRow } from '../../judging/session/topic-session.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

/** Returns the audience columns of a topic, from its certified manifest. */
export function audienceFrom(object: JsonObject) {
  const { title, visibility, circle_id, owner_id, policy_version } = object as unknown as TopicManifest;
  return {
    title,
    visibility,
    circleId: circle_id ?? null,
    ownerId: owner_id,
    policyVersion: policy_version,
    // The manifest is in the bucket, so only its audience applies.
    formerAudiences: null,
  };
}

/** Adopts the audience of a topic whose manifest was certified after the backup. */
export async function rebuildAudience(
  { database }: RestoringPlatform,
  before: TopicRow,
  object: JsonObject,
): Promise<void> {
  const { topics, topicAllowlist: invited, topicParticipants: known } = tables;
  const { topicId } = before;
  const changed = audienceFrom(object);
  await database.transaction(async (transaction) => {
    await transaction.update(topics).set(changed).where(eq(topics.topicId, topicId));
    await transaction.delete(invited).where(eq(invited.topicId, topicId));
    await invite(transaction, topicId, object);
    if (changed.policyVersion <= before.policyVersion) return;
    await transaction
      .update(known)
      .set({
        leftOut: sql`not exists (select 1 from ${invited}
          where ${invited.topicId} = ${known.topicId} and ${invited.agentId} = ${known.agentId})`,
      })
      .where(eq(known.topicId, topicId));
  });
}

/** Writes the allowlist of a manifest. Returns the agents on it. */
export async function invite(transaction: Executor, topicId: string, object: JsonObject): Promise<string[]> {
  const agentIds = (object as unknown as TopicManifest).allowlist_agent_ids ?? [];
  if (agentIds.length > 0)
    await transaction.insert(tables.topicAllowlist).values(agentIds.map((agentId) => ({ topicId, agentId })));
  return agentIds;
}
