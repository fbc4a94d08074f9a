import type postgres from 'postgres';
import { openClient } from '../client/open-client.ts';
import { BackupError } from './backup-error.ts';

/**
 * Marks a database that is being restored, with the keys found in the bucket. No process of the home starts on
 * it, and an interrupted restore starts over.
 */
const marker = 'unfinished_restore';

export async function requireFinishedRestore(client: postgres.Sql): Promise<void> {
  if (await isMarked(client))
    throw new BackupError(
      'restore_unfinished',
      'the restore of this database is incomplete: run `agent-home restore` again',
    );
}

/** @throws BackupError `database_not_empty` where anything but a broken-off restore is there */
export async function beginRestore(url: string): Promise<void> {
  await withClient(url, async (client) => {
    if (await isMarked(client)) await dropAll(client);
    const tables = await tablesIn(client);
    if (tables.length > 0) {
      const some = tables.slice(0, 3).map(({ name }) => name);
      throw new BackupError(
        'database_not_empty',
        `a home is restored into an empty database, and this one has ${tables.length} tables (${some.join(', ')} …)`,
      );
    }
    await client`create table ${client(marker)} (object_key text primary key)`;
  });
}

export async function finishRestore(url: string): Promise<void> {
  await withClient(url, (client) => client`drop table ${client(marker)}`);
}

/** Restores the state before `beginRestore`. */
export async function undoRestore(url: string): Promise<void> {
  await withClient(url, dropAll);
}

async function isMarked(client: postgres.Sql): Promise<boolean> {
  const [row] = await client`select to_regclass(${`public.${marker}`}) is not null as marked`;
  return row?.marked === true;
}

async function tablesIn(client: postgres.Sql): Promise<{ schema: string; name: string }[]> {
  return client<{ schema: string; name: string }[]>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by schemaname desc, tablename`;
}

/** Functions that migrations create and that belong to no table; a restore may have ended between two of them. */
const functions = ['pairs_of(text)', 'parts_of(text)'];

/** Drops the marker last, so that an interrupted call is repeated. */
async function dropAll(client: postgres.Sql): Promise<void> {
  const tables = await tablesIn(client);
  for (const { schema, name } of tables.filter((table) => table.name !== marker))
    await client`drop table if exists ${client(schema)}.${client(name)} cascade`;
  for (const signature of functions) await client.unsafe(`drop function if exists ${signature}`);
  await client`drop schema if exists drizzle cascade`;
  await client`drop table if exists ${client(marker)}`;
}

async function withClient(url: string, work: (client: postgres.Sql) => Promise<unknown>): Promise<void> {
  const client = openClient(url, 1);
  try {
    await work(client);
  } finally {
    await client.end({ timeout: 5 });
  }
}
