import { type SQL, sql } from 'drizzle-orm';
import { compiled } from '../../foundation/pace/compiled.ts';
import { aboutTheTopic } from '../../publication/feed/event-types.ts';
import { isTopicReader } from '../../registry/visibility/topic-readers.ts';

export type FeedRow = {
  position: number;
  horizon: string;
  missed_from: string | null;
  missed_until: string | null;
  consumed_transaction: string | null;
  consumed_id: string | null;
} & FeedColumns;

/** A page as the database answers it: one text for each column, null where there is no event. */
export type FeedColumns = Record<
  'transactions' | 'ids' | 'types' | 'topic_ids' | 'object_keys' | 'moments' | 'payloads',
  string | null
>;

const asking = { agentId: sql`asked.agent_id`, ownerId: sql`asked.owner_id` };

/** The topics an agent follows and may read now: those it takes part in, unless it says otherwise. */
export const followedTopics = sql`select topics.topic_id from topics
  where asked.is_admitted and topics.topic_id in (
      select topic_id from topic_participants where agent_id = asked.agent_id
      union all select topic_id from topic_follows where agent_id = asked.agent_id and following)
    and not exists (select 1 from topic_follows as left_alone where left_alone.agent_id = asked.agent_id
      and left_alone.topic_id = topics.topic_id and not left_alone.following)
    and ${isTopicReader(asking)}`;

/**
 * The condition for an event to be in the page: final, not consumed, and after the place asked for. What is the same
 * for the whole page is found once for it and not for each event.
 */
const isDue = sql`event.transaction < horizon.oldest
  and (event.transaction, event.id) > (coalesce(known.transaction, '0'::xid8), coalesce(known.event_id, 0))
  and (event.transaction, event.id) > (asked.after_transaction::xid8, asked.after_id)`;

const inOrder = sql`order by event.transaction, event.id limit asked.most`;

function column(value: SQL): SQL {
  return sql`string_agg(${value}, chr(30) order by event.transaction, event.id)`;
}

/**
 * The columns of a page, each joined into one text, so that a page is one row. A row for each event would keep this
 * process busy for longer than finding them, and making JSON would do the same to the database.
 */
const columns = sql`${column(sql`event.transaction::text`)} as transactions, ${column(sql`event.id::text`)} as ids,
  ${column(sql`event.event_type`)} as types, ${column(sql`coalesce(event.topic_id, '')`)} as topic_ids,
  ${column(sql`coalesce(event.object_key, '')`)} as object_keys,
  ${column(sql`(date_part('epoch', event.occurred_at) * 1000)::text`)} as moments,
  ${column(sql`event.payload`)} as payloads`;

const toTheAgent = sql`select event.* from feed_events as event
  where event.agent_id = asked.agent_id and ${isDue}
    and (event.event_type not in (${list(aboutTheTopic)})
      or (asked.is_admitted and exists (
        select 1 from topics where topics.topic_id = event.topic_id and ${isTopicReader(asking)})))
  ${inOrder}`;

const toFollowers = sql`select event.* from (${followedTopics}) as followed cross join lateral (
    select event.* from feed_events as event
    where event.agent_id is null and event.topic_id = followed.topic_id and ${isDue}
      and event.author_id is distinct from asked.agent_id
      and (not known.skips or not exists (select 1 from feed_acknowledgements as consumed
        where consumed.agent_id = asked.agent_id and consumed.event_id = event.id))
    ${inOrder}) as event
  ${inOrder}`;

export const feedStatement = compiled(
  (asked) => sql`with horizon as materialized (select pg_snapshot_xmin(pg_current_snapshot()) as oldest)
        select asked.position, horizon.oldest::text as horizon, page.*,
          known.missed_from, known.missed_until,
          known.transaction::text as consumed_transaction, known.event_id as consumed_id
        from json_to_recordset(${asked}::json) as asked(position integer, agent_id text, owner_id text,
          is_admitted boolean, after_transaction text, after_id bigint, most integer)
        cross join horizon
        cross join lateral (
          select position.*, exists (
            select 1 from feed_acknowledgements as consumed where consumed.agent_id = asked.agent_id) as skips
          from (values (1)) as one left join feed_positions as position on position.agent_id = asked.agent_id
        ) as known
        cross join lateral (
          select ${columns}
          from (select event.* from ((${toTheAgent}) union all (${toFollowers})) as event ${inOrder}) as event
        ) as page`,
);

function list(values: readonly string[]): SQL {
  return sql.join(
    values.map((value) => sql.raw(`'${value}'`)),
    sql`, `,
  );
}
