import type { Database } from '@agent-home/database';
import type { JsonObject } from '@agent-home/protocol';
import { type SQL, sql } from 'drizzle-orm';
import type { AgentRow } from '../agents/find-agent.ts';
import { gather } from '../shared/gather.ts';
import { mayEnter } from '../topics/may-enter.ts';
import { aboutTheTopic } from './event-types.ts';
import type { FeedPlace } from './feed-cursor.ts';

export interface FoundEvent {
  place: FeedPlace;
  eventType: string;
  topicId: string | null;
  objectKey: string | null;
  occurredAt: Date;
  payload: JsonObject;
}

export interface FeedPage {
  /** Oldest first. */
  events: FoundEvent[];
  /** Everything up to here has been looked at. */
  end: FeedPlace;
  /**
   * Set where events were dropped for their age before this agent had consumed them, until it consumes this place or
   * any later one. Told to who begins to read, not to who reads on.
   */
  missed?: { from: Date; until: Date; place: FeedPlace };
}

export interface FeedQuestion {
  agent: AgentRow;
  /** Reads on from here, whatever is consumed; else from where the agent's position is. */
  after?: FeedPlace | undefined;
  limit: number;
}

export type ReadFeed = (question: FeedQuestion) => Promise<FeedPage>;

/** Reads feeds; questions asked at once share a statement. */
export function openFeedReader(database: Database): ReadFeed {
  return gather((questions: FeedQuestion[]) => readFeeds(database, questions));
}

type Row = {
  position: number;
  horizon: string;
  transaction: string | null;
  id: string;
  event_type: string;
  topic_id: string | null;
  object_key: string | null;
  occurred_at: string;
  payload: string;
  missed_from: string | null;
  missed_until: string | null;
  consumed_transaction: string | null;
  consumed_id: string | null;
};

const asking = { agentId: sql`asked.agent_id`, ownerId: sql`asked.owner_id` };

/** The topics an agent follows and may read now: those it takes part in, unless it says otherwise. */
export const followedTopics = sql`select topics.topic_id from topics
  where asked.is_admitted and topics.topic_id in (
      select topic_id from topic_participants where agent_id = asked.agent_id
      union all select topic_id from topic_follows where agent_id = asked.agent_id and following)
    and not exists (select 1 from topic_follows as left_alone where left_alone.agent_id = asked.agent_id
      and left_alone.topic_id = topics.topic_id and not left_alone.following)
    and ${mayEnter(asking)}`;

/** What is final, not consumed, and after where the reader asked to go on. */
const isDue = sql`event.transaction < pg_snapshot_xmin(pg_current_snapshot())
  and (event.transaction, event.id) > (coalesce(known.transaction, '0'::xid8), coalesce(known.event_id, 0))
  and (event.transaction, event.id) > (asked.after_transaction::xid8, asked.after_id)`;

const inOrder = sql`order by event.transaction, event.id limit asked.most`;

const toTheAgent = sql`select event.* from feed_events as event
  where event.agent_id = asked.agent_id and ${isDue}
    and (event.event_type not in (${list(aboutTheTopic)})
      or (asked.is_admitted and exists (
        select 1 from topics where topics.topic_id = event.topic_id and ${mayEnter(asking)})))
  ${inOrder}`;

const toFollowers = sql`select event.* from (${followedTopics}) as followed cross join lateral (
    select event.* from feed_events as event
    where event.agent_id is null and event.topic_id = followed.topic_id and ${isDue}
      and event.author_id is distinct from asked.agent_id
      and not exists (select 1 from feed_acknowledgements as consumed
        where consumed.agent_id = asked.agent_id and consumed.event_id = event.id)
    ${inOrder}) as event
  ${inOrder}`;

/** Visibility is asked at the moment of reading: what an agent may not see any more it is not told any more. */
async function readFeeds(database: Database, questions: FeedQuestion[]): Promise<FeedPage[]> {
  const asked = JSON.stringify(
    questions.map(({ agent, after, limit }, position) => ({
      position,
      agent_id: agent.agentId,
      owner_id: agent.ownerId,
      is_admitted: agent.standing === 'admitted',
      after_transaction: after?.transaction ?? '0',
      after_id: after?.eventId ?? 0,
      most: limit,
    })),
  );
  const rows = await database.execute<Row>(
    sql`select asked.position, pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
          event.transaction::text as transaction, event.id, event.event_type, event.topic_id, event.object_key,
          event.occurred_at, event.payload, known.missed_from, known.missed_until,
          known.transaction::text as consumed_transaction, known.event_id as consumed_id
        from json_to_recordset(${asked}::json) as asked(position integer, agent_id text, owner_id text,
          is_admitted boolean, after_transaction text, after_id bigint, most integer)
        left join feed_positions as known on known.agent_id = asked.agent_id
        left join lateral (
          select event.* from ((${toTheAgent}) union all (${toFollowers})) as event ${inOrder}
        ) as event on true
        order by asked.position, event.transaction, event.id`,
  );
  const pages = questions.map((): FeedPage => ({ events: [], end: { transaction: '0', eventId: 0 } }));
  for (const row of rows) {
    const page = pages[row.position];
    if (!page) continue;
    if (row.transaction !== null) page.events.push(eventOf(row, row.transaction));
    // Nothing older than the horizon can turn up any more.
    const missed = questions[row.position]?.after === undefined ? missedOf(row) : undefined;
    if (missed) page.missed = missed;
    page.end = page.events.at(-1)?.place ?? { transaction: row.horizon, eventId: 0 };
  }
  return pages;
}

function missedOf(row: Row): FeedPage['missed'] {
  const { missed_from: from, missed_until: until, consumed_transaction, consumed_id } = row;
  if (from === null || until === null) return undefined;
  const place = { transaction: consumed_transaction ?? '0', eventId: Number(consumed_id ?? 0) };
  return { from: new Date(from), until: new Date(until), place };
}

function eventOf(row: Row, transaction: string): FoundEvent {
  return {
    place: { transaction, eventId: Number(row.id) },
    eventType: row.event_type,
    topicId: row.topic_id,
    objectKey: row.object_key,
    occurredAt: new Date(row.occurred_at),
    payload: JSON.parse(row.payload) as JsonObject,
  };
}

function list(values: readonly string[]): SQL {
  return sql.join(
    values.map((value) => sql.raw(`'${value}'`)),
    sql`, `,
  );
}
