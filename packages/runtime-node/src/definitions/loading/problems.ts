import { DefinitionError, type Problem } from '@agent-home/agent-runtime/definition';

/** Returns the decoded file or all of its problems, so that an invalid file does not affect others. */
export function attempt<T>(
  read: () => T,
): { value: T; problems: [] } | { value: undefined; problems: Problem[] } {
  try {
    return { value: read(), problems: [] };
  } catch (error) {
    if (error instanceof DefinitionError) return { value: undefined, problems: error.problems };
    throw error;
  }
}
