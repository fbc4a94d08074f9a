import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type postgres from 'postgres';
import { openClient } from '../client/open-client.ts';
import { renumberFeed } from './renumber-feed.ts';
import type { SequencePosition, TableShape } from './snapshot.ts';

/** Loads rows into a database in one transaction. */
export interface RowLoader {
  /** Loads the lines of a snapshot. Returns the number of loaded rows. */
  load(table: TableShape, rows: Readable): Promise<number>;
  /** Moves sequences forward, and never back. */
  setSequences(positions: SequencePosition[]): Promise<void>;
}

/** Numbers of the feed are valid only in their own cluster, so these tables are loaded separately and renumbered. */
const turned = new Set(['feed_events', 'feed_positions', 'feed_acknowledgements']);

/** Runs `work`, and commits the loaded rows once it has succeeded. */
export async function loadRows(url: string, work: (loader: RowLoader) => Promise<void>): Promise<void> {
  const client = openClient(url, 1);
  try {
    await client.begin(async (transaction) => {
      for (const name of turned)
        await transaction`create temporary table ${transaction(`loaded_${name}`)}
          (like ${transaction(name)} including defaults) on commit drop`;
      await work({
        load: (table, rows) => load(transaction, table, rows),
        setSequences: (positions) => setSequences(transaction, positions),
      });
      await renumberFeed(transaction);
    });
  } finally {
    await client.end({ timeout: 5 });
  }
}

async function load(
  transaction: postgres.TransactionSql,
  { name, columns }: TableShape,
  rows: Readable,
): Promise<number> {
  const target = turned.has(name) ? `loaded_${name}` : name;
  const copy = transaction`copy ${transaction(target)} (${transaction(columns)}) from stdin`;
  await pipeline(rows, await copy.writable());
  const [counted] = await transaction`select count(*)::text as count from ${transaction(target)}`;
  return Number(counted?.count);
}

async function setSequences(
  transaction: postgres.TransactionSql,
  positions: SequencePosition[],
): Promise<void> {
  for (const { name, value } of positions)
    await transaction`select setval(${`public.${name}`}::regclass, ${value}::bigint)`;
}
