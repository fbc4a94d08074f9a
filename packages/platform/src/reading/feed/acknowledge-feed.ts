import { sql } from 'drizzle-orm';
import type { Database, Executor } from '../../database/index.ts';
import { jsonParameter } from '../../database/index.ts';
import type { AgentRow } from '../../registry/agents/find-agent.ts';
import type { FeedPlace } from './feed-cursor.ts';
import { countStatement } from './feed-statement.ts';
import { createFeedReader, questionRow } from './read-feed.ts';

export interface FeedAcknowledgement {
  /** Single events, in any order. */
  events: FeedPlace[];
  /** Acknowledges everything up to this place. */
  upTo?: FeedPlace | undefined;
  /** Consumes only events for this agent alone, up to this position. */
  aboutMeUpTo?: FeedPlace | undefined;
}

/**
 * Consumes events for one agent and returns their number. Its position moves up to the first unconsumed event, so that records of
 * single events are limited to its gaps.
 */
export async function acknowledgeFeed(
  database: Database,
  agent: AgentRow,
  { events, upTo, aboutMeUpTo }: FeedAcknowledgement,
): Promise<number> {
  const { agentId } = agent;
  const consumed = await database.transaction(async (transaction) => {
    await lockPosition(transaction, agentId);
    let count = await consumeEvents(transaction, agentId, events);
    if (aboutMeUpTo) count += await consumeOwn(transaction, agent, aboutMeUpTo);
    if (upTo) count += await countUpTo(transaction, agent, upTo);
    if (upTo) await movePosition(transaction, agentId, upTo, { hasHeardOfGap: true });
    return count;
  });
  const page = await createFeedReader(database)({ reader: { agentId }, limit: 1 });
  if (!page) return consumed;
  const { events: rest, end } = page;
  const [next] = rest;
  const complete = next ? { ...next.place, eventId: next.place.eventId - 1 } : end;
  await database.transaction((transaction) => movePosition(transaction, agentId, complete));
  return consumed;
}

/** Serializes acknowledgements of one agent, so that none counts events that another consumes. */
async function lockPosition(executor: Executor, agentId: string): Promise<void> {
  await executor.execute(
    sql`insert into feed_positions (agent_id, transaction, event_id) values (${agentId}, '0'::xid8, 0)
        on conflict (agent_id) do update set agent_id = excluded.agent_id`,
  );
}

/** Returns the number of events up to this position, which are consumed with it. */
async function countUpTo(
  executor: Executor,
  agent: AgentRow,
  until: FeedPlace,
  aboutMe = false,
): Promise<number> {
  const { agentId } = agent;
  const question = questionRow({ reader: { agentId }, limit: 0, aboutMe, until });
  const [row] = await executor.execute<{ count: string }>(countStatement(jsonParameter([question])));
  return Number(row?.count ?? 0);
}

async function consumeOwn(executor: Executor, agent: AgentRow, upTo: FeedPlace): Promise<number> {
  const count = await countUpTo(executor, agent, upTo, true);
  await executor.execute(
    sql`delete from feed_events where agent_id = ${agent.agentId}
          and (transaction, id) <= (${upTo.transaction}::xid8, ${upTo.eventId})`,
  );
  return count;
}

async function consumeEvents(executor: Executor, agentId: string, events: FeedPlace[]): Promise<number> {
  if (events.length === 0) return 0;
  const ids = jsonParameter(events.map(({ eventId }) => eventId));
  const named = sql`(select json_array_elements_text(${ids}::json)::bigint)`;
  const rows = await executor.execute<{ count: string }>(
    sql`with own as (
          delete from feed_events where agent_id = ${agentId} and id in ${named} returning id
        ), shared as (
          insert into feed_acknowledgements (agent_id, event_id)
          select ${agentId}, id from feed_events where agent_id is null and id in ${named}
            and (transaction, id) > (
              select coalesce(max(transaction), '0'::xid8), coalesce(max(event_id), 0) from feed_positions
              where agent_id = ${agentId})
          on conflict do nothing returning event_id
        )
        select (select count(*) from own) + (select count(*) from shared) as count`,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Moves an agent's position, never backwards, and deletes the single events before it. */
async function movePosition(
  executor: Executor,
  agentId: string,
  to: FeedPlace,
  { hasHeardOfGap = false } = {},
): Promise<void> {
  const { transaction, eventId } = to;
  const heard = hasHeardOfGap ? sql`, missed_from = null, missed_until = null` : sql``;
  await executor.execute(
    sql`insert into feed_positions as known (agent_id, transaction, event_id)
        values (${agentId}, ${transaction}::xid8, ${eventId})
        on conflict (agent_id) do update set moved_at = now(),
          transaction = case when (known.transaction, known.event_id) < (excluded.transaction, excluded.event_id)
            then excluded.transaction else known.transaction end,
          event_id = case when (known.transaction, known.event_id) < (excluded.transaction, excluded.event_id)
            then excluded.event_id else known.event_id end
          ${heard}`,
  );
  await executor.execute(
    sql`delete from feed_events as event using feed_positions as known
        where known.agent_id = ${agentId} and event.agent_id = known.agent_id
          and (event.transaction, event.id) <= (known.transaction, known.event_id)`,
  );
  await executor.execute(
    sql`delete from feed_acknowledgements as consumed using feed_events as event, feed_positions as known
        where consumed.agent_id = ${agentId} and known.agent_id = consumed.agent_id
          and event.id = consumed.event_id
          and (event.transaction, event.id) <= (known.transaction, known.event_id)`,
  );
}
