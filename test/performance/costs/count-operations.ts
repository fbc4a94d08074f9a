import type { Costs } from '../bench/costs/costs.ts';
import type { AllowedCosts } from './allowed.ts';

/**
 * Returns the average costs of one operation. A home also runs its own timers: sweeps, polls of the queue, statistics. None of
 * these runs as often as once per operation. Each count, also of each statement, is therefore divided and rounded down separately,
 * which drops the background work.
 */
export function countOperations(costs: Costs): AllowedCosts {
  const each = (count: number) => Math.floor(count / costs.operations);
  return {
    durableCommits: each(costs.syncs?.count ?? Number.NaN),
    statements: costs.byStatement.reduce((sum, { calls }) => sum + each(calls), 0),
    storeRequests: Object.fromEntries(
      Object.entries(costs.storeRequests)
        .map(([kind, count]) => [kind, each(count)] as const)
        .filter(([, count]) => count > 0),
    ),
  };
}

/** Returns the costs above the limit, in words; empty if all are within it. */
export function excess(counted: AllowedCosts, allowed: AllowedCosts, costs: Costs): string[] {
  const kinds = Object.keys(counted.storeRequests);
  const allowedRequests: Record<string, number> = allowed.storeRequests;
  const figures: [string, number, number][] = [
    ['durable commits', counted.durableCommits, allowed.durableCommits],
    ['statements', counted.statements, allowed.statements],
    ...kinds.map((kind): [string, number, number] => [
      kind,
      counted.storeRequests[kind] ?? 0,
      allowedRequests[kind] ?? 0,
    ]),
  ];
  const over = figures
    .filter(([, count, most]) => count > most)
    .map(([name, count, most]) => `${name}: ${count} an operation, where ${most} are allowed`);
  if (over.length === 0) return [];
  const statements = costs.byStatement
    .toSorted((one, other) => other.calls - one.calls)
    .map(
      ({ text, calls }) =>
        `${(calls / costs.operations).toFixed(2)} × ${text.replace(/\s+/g, ' ').slice(0, 100)}`,
    );
  return [...over, ...statements];
}
