import { compilePattern, type Pattern, PatternError } from '../patterns/compile-pattern.ts';

/** Combined redaction patterns of policies. */
export interface Redaction {
  readonly patterns: readonly Pattern[];
}

export const noRedaction: Redaction = { patterns: [] };

const mostPatterns = 50;
/** Limit for all patterns together: the cost of matching a character. */
const largestSum = 2_000;

/** @throws PatternError */
export function compileRedaction({
  enabled,
  patterns,
}: {
  enabled: boolean;
  patterns: readonly string[];
}): Redaction {
  if (patterns.length > mostPatterns)
    throw new PatternError(`more than ${mostPatterns} patterns: remove some`);
  // Compiled even if redaction is disabled: a policy with an invalid pattern is invalid.
  const compiled = patterns.map((source) => {
    const pattern = compilePattern(source);
    if (pattern.matches(''))
      throw new PatternError(`the pattern ${JSON.stringify(source)} matches the empty text: change it`);
    return pattern;
  });
  if (compiled.reduce((sum, { size }) => sum + size, 0) > largestSum)
    throw new PatternError('the patterns are too large together: simplify them');
  return enabled ? { patterns: compiled } : noRedaction;
}

/** Combines the redactions of several policies: each one hides its matches. */
export function combineRedactions(redactions: readonly Redaction[]): Redaction {
  return { patterns: redactions.flatMap(({ patterns }) => patterns) };
}
