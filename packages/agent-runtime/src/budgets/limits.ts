import type { RunLimits } from '../run-log/index.ts';
import type { LegsUsage } from '../state/legs-state.ts';

export interface TokenLimits {
  /** Limit on generated tokens. */
  generated: number;
  /** Prompt and generated tokens. */
  total: number;
}

/** Returns the token limits, infinite if unset. Logs of earlier releases count prompts into `max_tokens` (ADR 0038). */
export function tokenLimits({ max_tokens, max_total_tokens, counts }: RunLimits): TokenLimits {
  const total = max_total_tokens ?? Number.POSITIVE_INFINITY;
  return counts === undefined
    ? { generated: Number.POSITIVE_INFINITY, total: Math.min(max_tokens, total) }
    : { generated: max_tokens, total };
}

/** Limits on tokens as a record states them, in the form of `counts`. */
export function tokenMembers(
  { generated, total }: TokenLimits,
  counts: RunLimits['counts'],
): Pick<RunLimits, 'max_tokens' | 'max_total_tokens' | 'counts'> {
  if (counts === undefined) return { max_tokens: Math.min(generated, total) };
  return {
    max_tokens: generated,
    counts,
    ...(total === Number.POSITIVE_INFINITY ? {} : { max_total_tokens: total }),
  };
}

type Sources = NonNullable<RunLimits['set_by']>;

/**
 * Returns the limits of a leg: its agent's own limits, and the unused part of inherited ones. Agents that work
 * on one task together never use more than the first one may use alone.
 * @param rounds true if rounds are inherited: they are along a chain of handoffs, while each node of a graph
 * has its own
 */
export function remainingLimits(
  own: RunLimits,
  { inherited, used, rounds }: { inherited: RunLimits; used: LegsUsage; rounds: boolean },
): RunLimits {
  const left = (most: number, gone: number) => Math.max(0, most - gone);
  const [mine, theirs] = [tokenLimits(own), tokenLimits(inherited)];
  const tokens = {
    generated: Math.min(mine.generated, left(theirs.generated, used.spent.output)),
    total: Math.min(mine.total, left(theirs.total, used.spent.input + used.spent.output)),
  };
  const costLeft =
    inherited.max_cost === undefined
      ? undefined
      : // An uncountable cost cannot be limited, so no budget remains.
        left(inherited.max_cost, used.spentCost ?? Number.POSITIVE_INFINITY);
  const cost = smallest(own.max_cost, costLeft);
  return {
    ...tokenMembers(tokens, own.counts),
    max_tool_calls: Math.min(own.max_tool_calls, left(inherited.max_tool_calls, used.toolCalls)),
    timeout_ms: Math.min(own.timeout_ms, inherited.timeout_ms),
    max_rounds: rounds ? Math.min(own.max_rounds, left(inherited.max_rounds, used.rounds)) : own.max_rounds,
    ...(cost === undefined ? {} : { max_cost: cost }),
    ...(own.set_by === undefined ? {} : { set_by: sourcesWith(own, inherited) }),
  };
}

/** Returns the origin of each limit of the leg: the previous leg if its limit is smaller. */
function sourcesWith({ set_by: own = {}, ...limits }: RunLimits, inherited: RunLimits): Sources {
  const sources: Sources = { ...own };
  for (const name of Object.keys(inherited.set_by ?? {}) as (keyof Sources)[]) {
    const theirs = inherited.set_by?.[name];
    const isSmaller =
      (inherited[name] ?? Number.POSITIVE_INFINITY) < (limits[name] ?? Number.POSITIVE_INFINITY);
    if (theirs !== undefined && isSmaller) sources[name] = theirs;
  }
  return sources;
}

function smallest(first: number | undefined, second: number | undefined): number | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return Math.min(first, second);
}
