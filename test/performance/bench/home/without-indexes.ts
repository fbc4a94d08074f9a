import { type SQL, sql } from 'drizzle-orm';

type Run = (statement: SQL) => Promise<unknown>;

/**
 * Writes many rows into tables that contain few. Their indexes are dropped and rebuilt afterwards by sorting. The tables are new to
 * the transaction, so a server with `wal_level=minimal` writes none of it to the write-ahead log. For the connection of one
 * transaction.
 */
export async function withoutIndexes(
  run: Run,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  await run(sql`set local maintenance_work_mem = '1GB'`);
  const rebuilding: string[] = [];
  for (const table of tables) {
    const name = sql.identifier(table);
    await run(sql`create temporary table kept on commit drop as select * from ${name}`);
    await run(sql`truncate ${name}`);
    rebuilding.push(...(await takeIndexes(run, table)));
    await run(sql`insert into ${name} select * from kept`);
    await run(sql`drop table kept`);
  }
  await work();
  for (const statement of rebuilding) await run(sql.raw(statement));
}

/** Drops the indexes and constraints of a table; returns the statements that restore them. */
async function takeIndexes(run: Run, table: string): Promise<string[]> {
  const constraints = (await run(
    sql`select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
        where conrelid = ${table}::regclass and contype in ('p', 'u')`,
  )) as Iterable<{ name: string; definition: string }>;
  const rebuilding: string[] = [];
  for (const { name, definition } of constraints) {
    await run(sql`alter table ${sql.identifier(table)} drop constraint ${sql.identifier(name)}`);
    rebuilding.push(`alter table "${table}" add constraint "${name}" ${definition}`);
  }
  const indexes = (await run(
    sql`select indexname as name, indexdef as definition from pg_indexes where tablename = ${table}`,
  )) as Iterable<{ name: string; definition: string }>;
  for (const { name, definition } of indexes) {
    await run(sql`drop index ${sql.identifier(name)}`);
    rebuilding.push(definition);
  }
  return rebuilding;
}
