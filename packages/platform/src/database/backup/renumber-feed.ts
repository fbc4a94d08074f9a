import type postgres from 'postgres';

/**
 * Renumbers restored feed events. They are ordered by the transactions that wrote them, and each cluster numbers its transactions
 * separately. All restored events therefore get the number of the restoring transaction, which is older than all later ones, and
 * new ids in the same order. Positions, acknowledgements and the starts of follows are converted too, so that exactly the consumed
 * events stay consumed.
 */
export async function renumberFeed(transaction: postgres.TransactionSql): Promise<void> {
  await transaction`create temporary table turned_feed on commit drop as
    select transaction, id as former_id, row_number() over (order by transaction, id) as id
    from loaded_feed_events`;
  await transaction`create unique index on turned_feed (former_id)`;
  await transaction`create index on turned_feed (transaction, former_id)`;
  await transaction`create index on loaded_feed_events (topic_id, id) where agent_id is null`;
  if (await tellsSince(transaction, 'task_follows'))
    await transaction`create index on loaded_feed_events (task_id, id) where agent_id is null`;
  const turn = (table: string, rows: string) => insertTurned(transaction, table, rows);
  await turn(
    'feed_positions',
    `select (jsonb_populate_record(position, jsonb_build_object(
      'transaction', pg_current_xact_id()::text,
      'event_id', coalesce((select turned.id from turned_feed as turned
        where (turned.transaction, turned.former_id) <= (position.transaction, position.event_id)
        order by turned.transaction desc, turned.former_id desc limit 1), 0)))).*
    from loaded_feed_positions as position`,
  );
  await turn(
    'feed_events',
    `select (jsonb_populate_record(event, jsonb_build_object(
      'id', turned.id, 'transaction', pg_current_xact_id()::text))).*
    from loaded_feed_events as event join turned_feed as turned on turned.former_id = event.id
    order by turned.id`,
  );
  await turn(
    'feed_acknowledgements',
    `select (jsonb_populate_record(consumed, jsonb_build_object('event_id', turned.id))).*
    from loaded_feed_acknowledgements as consumed
    join turned_feed as turned on turned.former_id = consumed.event_id`,
  );
  for (const kind of ['topic', 'task'] as const)
    for (const table of [`${kind}_participants`, `${kind}_follows`])
      if (await tellsSince(transaction, table)) await turnSince(transaction, table, `${kind}_id`);
}

/** Inserts all columns except generated ones, which the database does not accept. */
async function insertTurned(
  transaction: postgres.TransactionSql,
  table: string,
  rows: string,
): Promise<void> {
  const [known] = await transaction<{ columns: string }[]>`
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = to_regclass(${`public.${table}`}) and attnum > 0 and not attisdropped and attgenerated = ''`;
  const columns = known?.columns ?? '';
  // This text contains no user input: only names of this schema, and the statements above.
  await transaction.unsafe(`insert into ${table} (${columns}) select ${columns} from (${rows}) as turned`);
}

/**
 * Returns true if the backup has the column; in a backup of an older home a later migration adds it, with the value that includes
 * all events.
 */
async function tellsSince(transaction: postgres.TransactionSql, table: string): Promise<boolean> {
  const found = await transaction`select 1 from pg_attribute
    where attrelid = to_regclass(${`public.${table}`}) and attname = 'since_event' and not attisdropped`;
  return found.length > 0;
}

/**
 * Converts the starts of follows. No follower misses an event; if the new order differs from the old one, it may get a few more.
 */
async function turnSince(transaction: postgres.TransactionSql, table: string, id: string): Promise<void> {
  await transaction`update ${transaction(table)} as known set since_transaction = pg_current_xact_id(),
      since_event = coalesce(
        (select min(turned.id) - 1
          from (select event.id from loaded_feed_events as event
            where event.agent_id is null and event.${transaction(id)} = known.${transaction(id)}
              and event.transaction >= known.since_transaction and event.id > known.since_event
            order by event.id limit 50) as first
          join turned_feed as turned on turned.former_id = first.id),
        (select max(id) from turned_feed), 0)`;
}
