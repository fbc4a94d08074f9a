import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { Executor } from '../client/connect.ts';

/** Migration state of a database. If more migrations are applied than known, a newer build has used it. */
export interface MigrationState {
  known: number;
  applied: number;
  isCurrent: boolean;
}

/** Compares the migrations of this build with those applied to the database. Changes nothing. */
export async function migrationState(executor: Executor): Promise<MigrationState> {
  const text = await readFile(new URL('../../../migrations/meta/_journal.json', import.meta.url), 'utf8');
  const { entries } = JSON.parse(text) as { entries: { when: number }[] };
  const [table] = await executor.execute<{ name: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (table?.name == null) return { known: entries.length, applied: 0, isCurrent: false };
  const [row] = await executor.execute<{ applied: number; newest: string | null }>(
    sql`select count(*)::integer as applied, max(created_at)::text as newest from drizzle.__drizzle_migrations`,
  );
  const newest = entries.at(-1)?.when ?? 0;
  return {
    known: entries.length,
    applied: row?.applied ?? 0,
    isCurrent: Number(row?.newest ?? 0) === newest,
  };
}
