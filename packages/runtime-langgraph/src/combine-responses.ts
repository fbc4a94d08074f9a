import type { ModelAnswer, ModelFailure } from '@agent-home/agent-runtime';

export type Outcome = { answered: ModelAnswer } | { failed: ModelFailure };

/** Returns a failure with the attempts of the responses before it. */
export function failedAfter(
  outcomes: readonly Outcome[],
  failed: Pick<ModelFailure, 'code' | 'message'>,
): { failed: ModelFailure } {
  return { failed: { ...failed, attempts: outcomes.flatMap(attemptsOf) } };
}

/** Returns the last response with the usage and the attempts of those before it, which a graph made of one request. */
export function combineResponses(
  earlier: readonly Outcome[],
  last: ModelAnswer,
  content = last.content,
): ModelAnswer {
  const before = earlier.flatMap((outcome) => ('answered' in outcome ? [outcome.answered] : []));
  if (before.length === 0 && earlier.length === 0 && content === last.content) return last;
  return {
    ...last,
    content,
    usage: before.reduce((sum, { usage }) => addUsage(sum, usage), last.usage),
    elapsed_ms: before.reduce((sum, { elapsed_ms }) => sum + elapsed_ms, last.elapsed_ms),
    attempts: [...earlier.flatMap(attemptsOf), ...last.attempts],
  };
}

function attemptsOf(outcome: Outcome): ModelAnswer['attempts'] {
  return 'answered' in outcome ? outcome.answered.attempts : outcome.failed.attempts;
}

type Usage = ModelAnswer['usage'];

function addUsage(one: Usage, other: Usage): Usage {
  const read = (one.cache_read_input_tokens ?? 0) + (other.cache_read_input_tokens ?? 0);
  const written = (one.cache_write_input_tokens ?? 0) + (other.cache_write_input_tokens ?? 0);
  return {
    ...one,
    input_tokens: one.input_tokens + other.input_tokens,
    output_tokens: one.output_tokens + other.output_tokens,
    ...(read > 0 ? { cache_read_input_tokens: read } : {}),
    ...(written > 0 ? { cache_write_input_tokens: written } : {}),
    ...(one.estimated || other.estimated ? { estimated: true as const } : {}),
  };
}
