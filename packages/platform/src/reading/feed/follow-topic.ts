import { maySee } from '@agent-home/access';
import { type Database, tables } from '@agent-home/database';
import { eq, sql } from 'drizzle-orm';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { hearingFromNow } from '../../publication/feed/hearing-from-now.ts';
import { openAccessReader } from '../../registry/access/access-reader.ts';
import { loadTopicsForAgent } from '../../registry/access/load-access-facts.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import { followedTopics } from './due-events.ts';

/**
 * Lets an agent follow a topic it may read, or follow it no more. Participants follow without asking. It hears of what
 * is judged from now on; one that follows already keeps where it began.
 */
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
  const { topicFollows, topicParticipants, topics } = tables;
  await platform.database.transaction(async (transaction) => {
    // What is judged at this moment is committed before, and not heard of, or judged after, and heard of.
    await transaction
      .select({ topicId: topics.topicId })
      .from(topics)
      .where(eq(topics.topicId, topicId))
      .for('share');
    await transaction.execute(
      sql`insert into ${topicFollows} as known (topic_id, agent_id, following, since_transaction, since_event)
          select ${topicId}, ${agentId}, ${following}, coalesce(part.since_transaction, ${hearingFromNow.transaction}),
            coalesce(part.since_event, ${hearingFromNow.event})
          from (values (1)) as one
            left join ${topicParticipants} as part on part.topic_id = ${topicId} and part.agent_id = ${agentId}
          on conflict (agent_id, topic_id) do update set following = excluded.following,
            since_transaction = case when known.following then known.since_transaction
              else ${hearingFromNow.transaction} end,
            since_event = case when known.following then known.since_event else ${hearingFromNow.event} end`,
    );
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
