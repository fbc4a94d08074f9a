import { type SQL, sql } from 'drizzle-orm';
import { compiled } from '../../foundation/pace/compiled.ts';
import { followersEvents, inOrder, ownEvents } from './due-events.ts';

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
  'transactions' | 'ids' | 'types' | 'containers' | 'object_keys' | 'moments' | 'payloads',
  string | null
>;

function column(value: SQL): SQL {
  return sql`string_agg(${value}, chr(30) order by event.transaction, event.id)`;
}

/**
 * The columns of a page, each joined into one text, so that a page is one row. A row for each event would keep this
 * process busy for longer than finding them, and making JSON would do the same to the database.
 */
const columns = sql`${column(sql`event.transaction::text`)} as transactions, ${column(sql`event.id::text`)} as ids,
  ${column(sql`event.event_type`)} as types, ${column(sql`coalesce(event.topic_id, 'task/' || event.task_id, '')`)} as containers,
  ${column(sql`coalesce(event.object_key, '')`)} as object_keys,
  ${column(sql`(date_part('epoch', event.occurred_at) * 1000)::text`)} as moments,
  ${column(sql`event.payload`)} as payloads`;

/** The questions, what is common to each, and where its answer begins: all that the events are sought by. */
const questions = (
  asked: SQL,
) => sql`json_to_recordset(${asked}::json) as asked(position integer, agent_id text,
    owner_id text, is_admitted boolean, after_transaction text, after_id bigint, most integer, about_me boolean,
    since timestamptz, topic_id text, task_id text, until_transaction text, until_id bigint)
  cross join horizon
  cross join lateral (
    select position.*, asked.since is null and exists (
        select 1 from feed_acknowledgements as consumed where consumed.agent_id = asked.agent_id) as skips,
      case when asked.since is null then coalesce(position.transaction, '0'::xid8) else '0'::xid8 end as done_transaction,
      case when asked.since is null then coalesce(position.event_id, 0) else 0 end as done_id
    from (values (1)) as one left join feed_positions as position on position.agent_id = asked.agent_id
  ) as known
  cross join lateral (
    select greatest(known.done_transaction, asked.after_transaction::xid8) as transaction,
      case when known.done_transaction > asked.after_transaction::xid8 then known.done_id
        when known.done_transaction < asked.after_transaction::xid8 then asked.after_id
        else greatest(known.done_id, asked.after_id) end as id
  ) as place`;

const withHorizon = sql`with horizon as materialized (select pg_snapshot_xmin(pg_current_snapshot()) as oldest)`;

export const feedStatement = compiled(
  (asked) => sql`${withHorizon}
        select asked.position, horizon.oldest::text as horizon, page.*,
          known.missed_from, known.missed_until,
          known.transaction::text as consumed_transaction, known.event_id as consumed_id
        from ${questions(asked)}
        cross join lateral (
          select ${columns}
          from (select event.* from (
              (${ownEvents()} ${inOrder}) union all ${followersEvents(inOrder)}) as event ${inOrder}) as event
        ) as page`,
);

/** How many events of an agent there are up to a place: the sum of all that it would be given page after page. */
export const countStatement = compiled(
  (asked) => sql`${withHorizon}
        select found.count from ${questions(asked)}
        cross join lateral (
          select count(*) as count from (
            (${ownEvents()}) union all ${followersEvents(sql``)}) as event
          where (event.transaction, event.id) <= (asked.until_transaction::xid8, asked.until_id)
        ) as found`,
);
