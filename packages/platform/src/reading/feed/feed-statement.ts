import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { followersEvents, heldBack, inOrder, namesOfFollowed, ownEvents } from './due-events.ts';

/**
 * Parts of a statement over the questions `given` that store the position up to which an agent has consumed its feed, for a read
 * that names one. A position already reached changes nothing, so a repeated read has no further effect: that allows a read without
 * a stored nonce. For the same reason it does not confirm missed events; a separate call does.
 *
 * Its commit does not wait for the disk. If a crash of the database forgets it, the events are sent again.
 */
const acknowledging = (reader: SQL) => sql`confirming as materialized (
    select distinct on (given.agent_id, given.about_me) given.agent_id, given.about_me,
      given.done_transaction::xid8 as transaction, given.done_id as event_id,
      set_config('synchronous_commit', 'off', true)
    from given cross join lateral ${reader}
    where given.done_transaction is not null
    order by given.agent_id, given.about_me, given.done_transaction::xid8 desc, given.done_id desc
  ), moved as (
    insert into feed_positions as known (agent_id, transaction, event_id)
    select agent_id, transaction, event_id from confirming
    where not about_me and not exists (
      select 1 from feed_positions as position where position.agent_id = confirming.agent_id
        and (position.transaction, position.event_id) >= (confirming.transaction, confirming.event_id))
    order by agent_id
    on conflict (agent_id) do update set moved_at = now(), transaction = excluded.transaction,
      event_id = excluded.event_id
    where (known.transaction, known.event_id) < (excluded.transaction, excluded.event_id)
  ), own as (
    delete from feed_events as event using confirming
    where event.agent_id = confirming.agent_id
      and (event.transaction, event.id) <= (confirming.transaction, confirming.event_id)
  ), single as (
    delete from feed_acknowledgements as consumed using feed_events as event, confirming
    where not confirming.about_me and consumed.agent_id = confirming.agent_id and event.id = consumed.event_id
      and (event.transaction, event.id) <= (confirming.transaction, confirming.event_id)
  )`;

/** Parts of a statement in addition to events. Unneeded ones are left out, because the database would prepare them all. */
interface FeedParts {
  /** True if some of its requests wait. */
  waits: boolean;
  /** True if some of its questions acknowledge events. */
  acknowledges: boolean;
}

export type FeedRow = {
  position: number;
  horizon: string;
  missed_from: string | null;
  missed_until: string | null;
  consumed_transaction: string | null;
  consumed_id: string | null;
  /** For a waiting question: names of the followed containers in notifications, and true if an event is held back. */
  followed: string | null;
  is_held: boolean | null;
} & FeedColumns;

/** Page as the database returns it: one text for each column, null without events. */
export type FeedColumns = Record<
  'transactions' | 'ids' | 'types' | 'containers' | 'object_keys' | 'moments' | 'payloads',
  string | null
>;

/**
 * Builds the text of a long statement with one parameter only once, not for each request. Building it takes as long in this process
 * as running it in the database.
 */
function compileStatement(build: (parameter: SQL) => SQL): (parameter: string) => SQL {
  const { sql: text, params } = new PgDialect().sqlToQuery(build(sql`${'the parameter'}`));
  const [before, after, ...more] = text.split('$1');
  if (params.length !== 1 || before === undefined || after === undefined || more.length > 0)
    throw new Error('a compiled statement has one parameter, in one place');
  return (parameter) => sql`${sql.raw(before)}${parameter}${sql.raw(after)}`;
}

function column(value: SQL): SQL {
  return sql`string_agg(${value}, chr(30))`;
}

/**
 * Columns of a page, each joined into one text, so that a page is one row. A row per event would take this process longer than
 * finding the events, and creating JSON would do the same to the database. The joined values are in order because they come from a
 * sorted subquery with a limit; an order per column would sort again for each.
 */
const columns = sql`${column(sql`event.transaction::text`)} as transactions, ${column(sql`event.id::text`)} as ids,
  ${column(sql`event.event_type`)} as types, ${column(sql`coalesce(event.topic_id, 'task/' || event.task_id, '')`)} as containers,
  ${column(sql`coalesce(event.object_key, '')`)} as object_keys,
  ${column(sql`(date_part('epoch', event.occurred_at) * 1000)::text`)} as moments,
  ${column(sql`event.payload`)} as payloads`;

/** Columns of the statements' single parameter, with a row for each request. */
const given = (asked: SQL) => sql`json_to_recordset(${asked}::json) as given(position integer, agent_id text,
    key_id text, after_transaction text, after_id bigint, most integer, about_me boolean,
    since timestamptz, topic_id text, task_id text, until_transaction text, until_id bigint,
    done_transaction text, done_id bigint, waits boolean)`;

/**
 * Requesting agent at this moment. If a key is given, it must be the agent's now: a rotated key finds no row, and neither does a
 * deleted agent. `offset 0` keeps this a lookup of one row.
 */
const reader = sql`(
    select agents.owner_id, agents.standing = 'admitted' as is_admitted from agents
    where agents.agent_id = given.agent_id and (given.key_id is null or agents.key_id = given.key_id) offset 0
  ) as reader`;

/** Questions with their common data and start positions: everything that the search for events needs. */
const questions = (asked: SQL) => sql`${asked}
  cross join lateral ${reader}
  cross join lateral (select given.*, reader.owner_id, reader.is_admitted) as asked
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

const waiting = sql`case when asked.waits then (${namesOfFollowed}) end as followed,
          case when asked.waits and page.ids is null then (${heldBack}) end as is_held`;

const pages = (
  asked: SQL,
  parts: FeedParts,
) => sql`select asked.position, horizon.oldest::text as horizon, page.*,
          known.missed_from, known.missed_until,
          known.transaction::text as consumed_transaction, known.event_id as consumed_id,
          ${parts.waits ? waiting : sql`null as followed, null as is_held`}
        from ${questions(asked)}
        cross join lateral (
          select ${columns}
          from (select event.* from (
              (${ownEvents()} ${inOrder}) union all ${followersEvents(inOrder)}) as event ${inOrder}) as event
        ) as page`;

/**
 * Reads pages. Without acknowledgements the statement only reads: PostgreSQL assigns it no transaction number and writes no commit.
 */
function makeFeedStatement(parts: FeedParts): (asked: string) => SQL {
  return compileStatement((asked) =>
    parts.acknowledges
      ? sql`${withHorizon}, given as materialized (select * from ${given(asked)}), ${acknowledging(reader)}
        ${pages(sql`given`, parts)}`
      : sql`${withHorizon} ${pages(given(asked), parts)}`,
  );
}

/** Statements of each kind, created once. */
const ofKind = (waits: boolean) => ({
  reads: makeFeedStatement({ waits, acknowledges: false }),
  consumes: makeFeedStatement({ waits, acknowledges: true }),
});
const [answering, waitingToo] = [ofKind(false), ofKind(true)];

export function feedStatement({ waits, acknowledges }: FeedParts): (asked: string) => SQL {
  const { reads, consumes } = waits ? waitingToo : answering;
  return acknowledges ? consumes : reads;
}

/** Number of events of an agent up to a position: the sum over all pages. */
export const countStatement = compileStatement(
  (asked) => sql`${withHorizon}
        select found.count from ${questions(given(asked))}
        cross join lateral (
          select count(*) as count from (
            (${ownEvents()}) union all ${followersEvents(sql``)}) as event
          where (event.transaction, event.id) <= (asked.until_transaction::xid8, asked.until_id)
        ) as found`,
);
