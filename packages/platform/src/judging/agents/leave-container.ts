import { decide, factsWanted, findMode, openInput, type TopicTerms } from '@agent-home/modes';
import { canonicalJsonBytes, containerPrefix, hashState, type JsonObject } from '@agent-home/protocol';
import { and, eq, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { artifactFolder } from '../../registry/quotas/artifact-place.ts';
import { markWritten } from '../../registry/quotas/mark-usage.ts';
import { type DeletionBudget, deleteFolders, type FolderDeletion } from '../erasure/delete-folder.ts';
import { orderErasure } from '../erasure/order-erasure.ts';
import { administerTopic } from '../session/administer-topic.ts';

/** Removal of an agent from one container; `erase` also deletes its objects and the bodies of its entries. */
export interface Leaving {
  agentId: string;
  /** `topic/id` or `task/id`. */
  container: string;
  erase: boolean;
  afterKey: string;
}

/** Removes an agent from a container. Deletions are limited; the result contains the place to continue from. */
export function leave(
  platform: PublishingPlatform,
  leaving: Leaving,
  budget: DeletionBudget,
): Promise<FolderDeletion> {
  const [kind, id = ''] = leaving.container.split('/');
  return (kind === 'topic' ? leaveTopic : leaveTask)(platform, id, leaving, budget);
}

async function leaveTopic(
  platform: PublishingPlatform,
  topicId: string,
  { agentId, erase, afterKey }: Leaving,
  budget: DeletionBudget,
): Promise<FolderDeletion> {
  const { topics, sealedInputs } = tables;
  const [topic] = await platform.database.select().from(topics).where(eq(topics.topicId, topicId));
  if (topic?.status === 'open' && isInCast(topic, agentId, platform.now())) {
    await administerTopic(platform, topicId, { action: 'remove_agent', agent_id: agentId });
  }
  if (!erase) return { failed: 0 };
  await orderErasure(platform.database, topicId, { agentId });
  const folders = ['messages', 'requests'].map(
    (folder) => `${containerPrefix.topic(topicId)}${folder}/${agentId}/`,
  );
  const left = await deleteFolders(platform, folders, afterKey, budget);
  // A closed topic reveals no sealed input any more.
  if (topic?.status === 'closed')
    await platform.database
      .delete(sealedInputs)
      .where(and(eq(sealedInputs.topicId, topicId), writtenBy(topicId, agentId)));
  return left;
}

/**
 * Returns true if removing the agent may change the mode's state. Most topics contain only messages of an agent and are not
 * changed.
 */
function isInCast(topic: typeof tables.topics.$inferSelect, agentId: string, now: Date): boolean {
  const mode = findMode(topic.mode, topic.modeVersion);
  if (!mode) return false;
  const terms = JSON.parse(topic.terms) as TopicTerms;
  const state = JSON.parse(topic.state) as JsonObject;
  const bytes = canonicalJsonBytes({ action: 'remove_agent', agent_id: agentId });
  const context = { now: now.toISOString() };
  const opened = openInput(mode, terms, state, { type: 'admin', bytes }, context);
  if (factsWanted(mode, terms, state, opened, context).length > 0) return true;
  return hashState(decide(mode, terms, state, opened, context).state) !== hashState(state);
}

async function leaveTask(
  platform: PublishingPlatform,
  taskId: string,
  { agentId, erase, afterKey }: Leaving,
  budget: DeletionBudget,
): Promise<FolderDeletion> {
  if (!erase) return { failed: 0 };
  const left = await deleteFolders(platform, [artifactFolder({ taskId, agentId })], afterKey, budget);
  // Deleted objects no longer count against the owner's quota.
  await markWritten(platform.database, { taskId, agentId });
  return left;
}

/** Returns true if sealed inputs remain; they are erased once the platform has revealed them. */
export async function hasSealed(platform: PublishingPlatform, agentId: string): Promise<boolean> {
  const { sealedInputs, topicParticipants } = tables;
  const rows = await platform.database.execute(
    sql`select 1 from ${topicParticipants} as known join ${sealedInputs} as kept using (topic_id)
        where known.agent_id = ${agentId} and split_part(kept.object_key, '/', 4) = ${agentId} limit 1`,
  );
  return rows.length > 0;
}

function writtenBy(topicId: string, agentId: string) {
  const { sealedInputs } = tables;
  return sql`${sealedInputs.topicId} = ${topicId} and split_part(${sealedInputs.objectKey}, '/', 4) = ${agentId}`;
}
