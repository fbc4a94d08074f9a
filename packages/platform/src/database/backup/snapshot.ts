import type { Readable } from 'node:stream';
import type postgres from 'postgres';
import { openClient } from '../client/open-client.ts';
import { BackupError } from './backup-error.ts';
import { requireFinishedRestore } from './unfinished-restore.ts';

export interface TableShape {
  name: string;
  columns: string[];
}

export interface SequencePosition {
  name: string;
  value: string;
}

/** Consistent snapshot of a database, regardless of how long reading it takes. */
export interface Snapshot {
  /** Hashes of the applied migrations, oldest first. */
  migrations: string[];
  /** Names and columns of all tables, referenced tables before those that refer to them. */
  tables: TableShape[];
  /** Returns the rows as lines of PostgreSQL's COPY text format. */
  rows(table: TableShape): Promise<Readable>;
  /** Returns the current positions of the sequences, never before the time of the snapshot. */
  sequences(): Promise<SequencePosition[]>;
}

/** Reads a home's database in one read-only transaction, which does not see later commits. */
export async function withSnapshot<Result>(
  url: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const client = openClient(url, 1);
  try {
    await requireFinishedRestore(client);
    return (await client.begin('isolation level repeatable read read only', async (transaction) =>
      work({
        migrations: await listMigrations(transaction),
        tables: inOrderOfReference(await listShapes(transaction), await referencesIn(transaction)),
        rows: ({ name, columns }) =>
          transaction`copy ${transaction(name)} (${transaction(columns)}) to stdout`.readable(),
        sequences: () => listSequences(transaction),
      }),
    )) as Result;
  } finally {
    await client.end({ timeout: 5 });
  }
}

async function listMigrations(transaction: postgres.TransactionSql): Promise<string[]> {
  const [known] = await transaction`select to_regclass('drizzle.__drizzle_migrations') is not null as there`;
  if (known?.there !== true)
    throw new BackupError('nothing_to_back_up', 'the database has no home; check DATABASE_URL');
  const rows = await transaction<{ hash: string }[]>`
    select hash from drizzle.__drizzle_migrations order by created_at`;
  return rows.map(({ hash }) => hash);
}

async function listShapes(transaction: postgres.TransactionSql): Promise<TableShape[]> {
  return transaction<TableShape[]>`
    select tables.relname as name, json_agg(columns.attname order by columns.attnum) as columns
    from pg_class as tables join pg_attribute as columns on columns.attrelid = tables.oid
    where tables.relnamespace = 'public'::regnamespace and tables.relkind = 'r' and columns.attnum > 0
      and not columns.attisdropped and columns.attgenerated = ''
    group by tables.relname order by tables.relname`;
}

async function referencesIn(transaction: postgres.TransactionSql): Promise<{ from: string; to: string }[]> {
  return transaction<{ from: string; to: string }[]>`
    select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`;
}

function inOrderOfReference(tables: TableShape[], references: { from: string; to: string }[]): TableShape[] {
  const ordered: TableShape[] = [];
  let left = tables;
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const isFree = ({ name }: TableShape) =>
      !references.some(({ from, to }) => from === name && waiting.has(to));
    const free = left.filter(isFree);
    if (free.length === 0) throw new Error('tables refer to each other in a circle');
    ordered.push(...free);
    left = left.filter((table) => !isFree(table));
  }
  return ordered;
}

async function listSequences(transaction: postgres.TransactionSql): Promise<SequencePosition[]> {
  return transaction<SequencePosition[]>`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`;
}
