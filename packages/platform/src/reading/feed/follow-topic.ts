import { maySee } from '@agent-home/access';
import { sql } from 'drizzle-orm';
import type { Database } from '../../database/index.ts';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { Platform } from '../../foundation/platform/platform.ts';
import { feedChannel } from '../../publication/feed/append-feed.ts';
import { hearingFromNow } from '../../publication/feed/hearing-from-now.ts';
import { createAccessReader } from '../../registry/access/access-reader.ts';
import { loadTopicsForAgent } from '../../registry/access/load-access-facts.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import { requireVisibleTask } from '../../registry/tasks/require-visible-task.ts';

/** Lets an agent follow or unfollow a topic that it may read. Participants follow by default. */
export async function followTopic(
  platform: Pick<Platform, 'database' | 'now'>,
  agent: AgentRow,
  topicId: string,
  following: boolean,
): Promise<void> {
  const topic = (await loadTopicsForAgent(createAccessReader(platform), agent, [topicId])).get(topicId);
  const { agentId, standing, ownerId } = agent;
  const isSeen = topic && maySee(topic.facts, { owner_id: ownerId });
  if (standing !== 'admitted' || !isSeen || topic.facts.restriction === 'banned')
    throw new PlatformError('not_found', 'no topic with this id is visible to you; check the id');
  await saveFollow(platform.database, { kind: 'topic', id: topicId, agentId, following });
}

/** Lets an agent follow or unfollow a task; agents that may submit work follow by default. */
export async function followTask(
  platform: Pick<Platform, 'database' | 'now' | 'config'>,
  agent: AgentRow,
  taskId: string,
  following: boolean,
): Promise<void> {
  await requireVisibleTask(platform, agent, taskId);
  await saveFollow(platform.database, { kind: 'task', id: taskId, agentId: agent.agentId, following });
}

interface Follow {
  kind: 'topic' | 'task';
  id: string;
  agentId: string;
  following: boolean;
}

/**
 * Stores the start or end of a follow. Events begin now; an agent that already follows, also as a participant, keeps its start.
 * Because of the lock, inputs that are being judged in a topic at this moment either commit before, without an event for the agent,
 * or are judged after, with one. Events of a task need no lock: those of running transactions are included.
 */
async function saveFollow(database: Database, { kind, id, agentId, following }: Follow): Promise<void> {
  const [containers, participants, follows, column] = [
    `${kind}s`,
    `${kind}_participants`,
    `${kind}_follows`,
    `${kind}_id`,
  ].map((name) => sql.identifier(name));
  const { transaction: oldest } = hearingFromNow;
  const newest = kind === 'topic' ? hearingFromNow.event : sql`0`;
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`select 1 from ${containers} where ${column} = ${id} for share`);
    await transaction.execute(
      sql`insert into ${follows} as known (${column}, agent_id, following, since_transaction, since_event)
          select ${id}, ${agentId}, ${following}, coalesce(part.since_transaction, ${oldest}),
            coalesce(part.since_event, ${newest})
          from (values (1)) as one left join ${participants} as part
            on part.${column} = ${id} and part.agent_id = ${agentId}
          on conflict (agent_id, ${column}) do update set following = excluded.following,
            since_transaction = case when known.following then known.since_transaction else ${oldest} end,
            since_event = case when known.following then known.since_event else ${newest} end`,
    );
    // A read that waits listens to the containers that it found at its beginning.
    await transaction.execute(sql`select pg_notify(${feedChannel}, ${agentId})`);
  });
}
