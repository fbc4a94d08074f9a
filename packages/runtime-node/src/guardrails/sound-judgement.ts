export interface Judgement {
  passed: boolean;
  errors: string[];
}

/**
 * Lines of a validator that are read, and UTF-16 units of each: more than is kept, so that a secret at the cut
 * is seen whole.
 */
const mostLines = 20;
const longestLine = 1_024;

/**
 * A validator is foreign code, so any value that is not exactly a verdict is rejected. A pass with errors is contradictory and
 * rejected too.
 */
export function soundJudgement(given: unknown): Judgement | undefined {
  try {
    if (typeof given === 'boolean') return { passed: given, errors: [] };
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
    const { passed, errors = [] } = given as { passed?: unknown; errors?: unknown };
    if (typeof passed !== 'boolean' || !Array.isArray(errors)) return undefined;
    const lines = errors.slice(0, mostLines);
    if (!lines.every((line) => typeof line === 'string') || (passed && lines.length > 0)) return undefined;
    return { passed, errors: lines.map((line) => line.slice(0, longestLine)) };
  } catch {
    return undefined;
  }
}
