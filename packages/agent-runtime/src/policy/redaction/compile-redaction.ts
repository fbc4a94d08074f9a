import { compilePattern, type Pattern, PatternError } from '../patterns/compile-pattern.ts';

/** What policies never want to be shown, put together. */
export interface Redaction {
  readonly patterns: readonly Pattern[];
}

export const noRedaction: Redaction = { patterns: [] };

const mostPatterns = 50;
/** Of all patterns together: what looking at a character comes to. */
const largestSum = 2_000;

/** @throws PatternError */
export function compileRedaction({
  enabled,
  patterns,
}: {
  enabled: boolean;
  patterns: readonly string[];
}): Redaction {
  if (patterns.length > mostPatterns) throw new PatternError(`there are at most ${mostPatterns} patterns`);
  // Looked at even where they are switched off: a policy with a pattern that nobody can read is wrong.
  const compiled = patterns.map((source) => {
    const pattern = compilePattern(source);
    if (pattern.matches(''))
      throw new PatternError(`the pattern ${JSON.stringify(source)} matches nothing at all`);
    return pattern;
  });
  if (compiled.reduce((sum, { size }) => sum + size, 0) > largestSum)
    throw new PatternError('the patterns come to too much together');
  return enabled ? { patterns: compiled } : noRedaction;
}

/** Of several policies: what one of them wants hidden, is. */
export function combineRedactions(redactions: readonly Redaction[]): Redaction {
  return { patterns: redactions.flatMap(({ patterns }) => patterns) };
}
