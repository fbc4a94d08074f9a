import type { RunLimits } from '@agent-home/run-log';

export interface TokenLimits {
  /** Tokens that may be generated. */
  generated: number;
  /** Prompt and generated tokens. */
  total: number;
}

/** Limits on tokens, infinite where there is none. Logs of earlier releases count prompts into `max_tokens` (ADR 0038). */
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
