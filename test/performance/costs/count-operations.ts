import type { Costs } from '../bench/costs/costs.ts';
import type { AllowedCosts } from './allowed.ts';

/**
 * What one of many operations cost. A home has its own clock beside them: sweeps, the queue's looks, statistics. None
 * of these runs as often as once an operation, so that each count is divided and rounded down by itself – each
 * statement too – and what belongs to no operation falls away.
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

/** What is over the allowance, in words; nothing where all is within. */
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
