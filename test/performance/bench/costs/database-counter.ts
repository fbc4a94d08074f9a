import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';

/** Settings that PostgreSQL needs at its start to count. */
export const countingSettings = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.max=10000',
  // The log between two marks must still be there when it is read.
  'wal_keep_size=1GB',
];

/** Counters at one moment. */
export interface DatabaseMark {
  /** A position in the write-ahead log. */
  position: string;
  statements: Map<string, StatementCalls>;
}

export interface StatementCalls {
  text: string;
  calls: number;
}

export interface DatabaseCosts {
  /** Transactions that wrote: each has one commit record in the write-ahead log. */
  commits: number;
  /** Bytes of the write-ahead log from any role. */
  logBytes: number;
  /** Statements from clients, except `begin` and `commit`, which pg_stat_statements counts unreliably once prepared. */
  statements: number;
  byStatement: StatementCalls[];
}

/** A backend reports its statistics after ten seconds of idling at the latest. */
const handedInAfterMs = 10_500;

/**
 * Counts the work of one role in one database. Statements come from pg_stat_statements and commits from the log itself: both are
 * exact at once. Waits for the disk come from each backend's own statistics, up to ten seconds late.
 */
export class DatabaseCounter {
  readonly #sql: postgres.Sql;
  readonly #database: string;

  /** @param adminUrl of another database of the same server, so that counting is not counted */
  constructor(adminUrl: string, database: string) {
    this.#sql = postgres(adminUrl, { max: 1, fetch_types: false, onnotice: () => {} });
    this.#database = database;
  }

  async open(): Promise<void> {
    await this.#sql`create extension if not exists pg_stat_statements`;
    await this.#sql`create extension if not exists pg_walinspect`;
  }

  async mark(role: string): Promise<DatabaseMark> {
    const rows = await this.#sql<{ id: string; text: string; calls: string }[]>`
      select queryid::text as id, min(query) as text, sum(calls)::text as calls
      from pg_stat_statements
      where userid = (select oid from pg_roles where rolname = ${role})
        and dbid = (select oid from pg_database where datname = ${this.#database})
      group by queryid`;
    const [lost] = await this.#sql<{ dealloc: string }[]>`select dealloc::text from pg_stat_statements_info`;
    if (lost?.dealloc !== '0') throw new Error('pg_stat_statements forgot statements: it has to hold more');
    return {
      position: await this.#writeOut(),
      statements: new Map(rows.map(({ id, text, calls }) => [id, { text, calls: Number(calls) }])),
    };
  }

  async between(from: DatabaseMark, to: DatabaseMark): Promise<DatabaseCosts> {
    const byStatement = [...to.statements]
      .map(([id, { text, calls }]) => ({ text, calls: calls - (from.statements.get(id)?.calls ?? 0) }))
      .filter(({ text, calls }) => calls > 0 && !/^\s*(begin|commit|rollback)\b/i.test(text));
    const commits = from.position === to.position ? 0 : await this.#commitRecords(from, to);
    const [size] = await this.#sql<{ bytes: string }[]>`
      select (${to.position}::pg_lsn - ${from.position}::pg_lsn)::text as bytes`;
    return {
      commits,
      logBytes: Number(size?.bytes),
      statements: total(byStatement),
      byStatement,
    };
  }

  /** Returns the process ids of the backends that serve these roles, and of the counting one. */
  async listBackends(roles: string[]): Promise<number[]> {
    const rows = await this.#sql<{ pid: number }[]>`
      select pid from pg_stat_activity
      where (usename in ${this.#sql(roles)} and datname = ${this.#database}) or pid = pg_backend_pid()`;
    return rows.map(({ pid }) => pid);
  }

  /**
   * Returns the number of times that each backend of a role waited until the log was on disk. A durable commit waits once, unless
   * another one wrote its record as well; an asynchronous commit never waits.
   */
  async syncs(role: string): Promise<Map<number, number>> {
    // PostgreSQL has no signal for flushed statistics, but documents the longest delay.
    await delay(handedInAfterMs);
    const rows = await this.#sql<{ pid: number; syncs: string }[]>`
      select activity.pid, coalesce(sum(io.fsyncs), 0)::text as syncs
      from pg_stat_activity as activity, pg_stat_get_backend_io(activity.pid) as io
      where activity.usename = ${role} and activity.datname = ${this.#database} and io.object = 'wal'
      group by activity.pid`;
    return new Map(rows.map(({ pid, syncs }) => [pid, Number(syncs)]));
  }

  async close(): Promise<void> {
    await this.#sql.end({ timeout: 5 });
  }

  /** The log is read up to its position on disk, so a record without a transaction flushes everything before it. */
  async #writeOut(): Promise<string> {
    await this.#sql`select pg_logical_emit_message(false, 'costs', 'mark', true)`;
    const [row] = await this.#sql<
      { position: string }[]
    >`select pg_current_wal_flush_lsn()::text as position`;
    return row?.position ?? '';
  }

  async #commitRecords(from: DatabaseMark, to: DatabaseMark): Promise<number> {
    const [row] = await this.#sql<{ commits: string }[]>`
      select coalesce(sum(count), 0)::bigint::text as commits
      from pg_get_wal_stats(${from.position}::pg_lsn, ${to.position}::pg_lsn, true)
      where "resource_manager/record_type" = 'Transaction/COMMIT'`;
    return Number(row?.commits);
  }
}

function total(statements: StatementCalls[]): number {
  return statements.reduce((sum, { calls }) => sum + calls, 0);
}

/** Counts backends that existed at the end; those that had ended are unknown. */
export function syncsBetween(before: Map<number, number>, after: Map<number, number>): number {
  return [...after].reduce((sum, [pid, syncs]) => sum + syncs - (before.get(pid) ?? 0), 0);
}
