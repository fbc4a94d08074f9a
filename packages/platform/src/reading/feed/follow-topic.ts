import { maySee } from '@agent-home/access';
import { type Database, tables } from '@agent-home/database';
import { sql } from 'drizzle-orm';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { openAccessReader } from '../../registry/access/access-reader.ts';
import { loadTopicsForAgent } from '../../registry/access/load-access-facts.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import { followedTopics } from './feed-statement.ts';

/** Lets an agent follow a topic it may read, or follow it no more. Participants follow without asking. */
export async function followTopic(
  platform: Pick<Platform, 'database' | 'now'>,
  agent: AgentRow,
  topicId: string,
  following: boolean,
): Promise<void> {
  const topic = (await loadTopicsForAgent(openAccessReader(platform), agent, [topicId])).get(topicId);
  const { agentId, standing, ownerId } = agent;
  const isSeen = topic && maySee(topic.facts, { owner_id: ownerId });
  if (standing !== 'admitted' || !isSeen || topic.facts.restriction === 'banned')
    throw new PlatformError('not_found', 'there is no such topic for you');
  const { topicFollows } = tables;
  await platform.database
    .insert(topicFollows)
    .values({ topicId, agentId, following })
    .onConflictDoUpdate({
      target: [topicFollows.agentId, topicFollows.topicId],
      set: { following: sql`excluded.following` },
    });
}

/** The topics whose events this agent hears of now. */
export async function followedBy(database: Database, agent: AgentRow): Promise<string[]> {
  const rows = await database.execute<{ topic_id: string }>(
    sql`select followed.topic_id from (values (${agent.agentId}::text, ${agent.ownerId}::text,
          ${agent.standing === 'admitted'}::boolean)) as asked(agent_id, owner_id, is_admitted)
        cross join lateral (${followedTopics}) as followed`,
  );
  return rows.map((row) => row.topic_id);
}
