import type { StatementCalls } from './database-counter.ts';

/** Processes whose work is measured. The client and the store are measured separately, because they are not the platform. */
export const judged = ['api', 'worker', 'postgresql', 'floor'] as const;
export type ProcessName = (typeof judged)[number] | 'store' | 'client' | 'residents';

export const notAvailable = 'not available';

/** Total costs of the given number of operations. */
export interface Costs {
  operations: number;
  /** Processor seconds. */
  cpu: Partial<Record<ProcessName, number>> | typeof notAvailable;
  /** Transactions that wrote, with or without a wait for the disk. */
  commits: number;
  /**
   * Waits for the disk: durable commits, except those that shared one. Counted on demand, since PostgreSQL
   * reports them late.
   */
  syncs?: { count: number; operations: number };
  logBytes: number;
  statements: number;
  byStatement: StatementCalls[];
  storeRequests: Record<string, number>;
}

export function noCosts(): Costs {
  const counts = { commits: 0, logBytes: 0, statements: 0 };
  return { operations: 0, cpu: {}, ...counts, byStatement: [], storeRequests: {} };
}

export function addCosts(one: Costs, other: Costs): Costs {
  const counted = [one, other].flatMap(({ syncs }) => syncs ?? []);
  const syncs = {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    operations: counted.reduce((sum, { operations }) => sum + operations, 0),
  };
  return {
    operations: one.operations + other.operations,
    cpu:
      one.cpu === notAvailable || other.cpu === notAvailable ? notAvailable : addCounts(one.cpu, other.cpu),
    commits: one.commits + other.commits,
    ...(counted.length > 0 ? { syncs } : {}),
    logBytes: one.logBytes + other.logBytes,
    statements: one.statements + other.statements,
    byStatement: addStatements(one.byStatement, other.byStatement),
    storeRequests: addCounts(one.storeRequests, other.storeRequests),
  };
}

/** Costs as in `bench/results.json`, each per operation. */
export interface CostsPerOperation {
  operations: number;
  cpu_milliseconds: Partial<Record<ProcessName, number>> | typeof notAvailable;
  /** Milliseconds of the judged processes. */
  cpu_milliseconds_judged: number | typeof notAvailable;
  commits: number;
  /** Durable commits that waited by themselves; concurrent commits may share their wait. */
  log_syncs?: number;
  log_bytes: number;
  statements: number;
  store_requests: Record<string, number>;
  by_statement: Record<string, number>;
}

export function perOperation(costs: Costs): CostsPerOperation {
  const { operations, cpu } = costs;
  const each = (value: number) => Math.round((value * 1000) / operations) / 1000;
  const eachOf = <Name extends string>(counts: Partial<Record<Name, number>>, scale = 1) =>
    Object.fromEntries(
      Object.entries<number | undefined>(counts).map(([name, value = 0]) => [name, each(value * scale)]),
    ) as Partial<Record<Name, number>>;
  return {
    operations,
    cpu_milliseconds: cpu === notAvailable ? cpu : eachOf(cpu, 1000),
    cpu_milliseconds_judged: cpu === notAvailable ? cpu : each(judgedSeconds(cpu) * 1000),
    commits: each(costs.commits),
    ...(costs.syncs
      ? { log_syncs: Math.round((costs.syncs.count * 1000) / costs.syncs.operations) / 1000 }
      : {}),
    log_bytes: Math.round(costs.logBytes / operations),
    statements: each(costs.statements),
    store_requests: eachOf(costs.storeRequests) as Record<string, number>,
    by_statement: Object.fromEntries(
      costs.byStatement
        .toSorted((a, b) => b.calls - a.calls)
        .map(({ text, calls }) => [text, each(calls)] as const)
        .filter(([, calls]) => calls >= 0.01),
    ),
  };
}

function judgedSeconds(cpu: Partial<Record<ProcessName, number>>): number {
  return judged.reduce((sum, name) => sum + (cpu[name] ?? 0), 0);
}

function addCounts<Name extends string>(
  one: Partial<Record<Name, number>>,
  other: Partial<Record<Name, number>>,
): Record<Name, number> {
  const sum = { ...one } as Record<Name, number>;
  for (const [name, value] of Object.entries(other) as [Name, number][]) sum[name] = (sum[name] ?? 0) + value;
  return sum;
}

function addStatements(one: StatementCalls[], other: StatementCalls[]): StatementCalls[] {
  const calls = new Map<string, number>();
  for (const statement of [...one, ...other])
    calls.set(statement.text, (calls.get(statement.text) ?? 0) + statement.calls);
  return [...calls].map(([text, number]) => ({ text, calls: number }));
}
