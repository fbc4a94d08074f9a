import { DefinitionError, type Problem } from '@agent-home/agent-runtime/definition';

/** What a file decodes to, or everything that is wrong with it: a bad file stops no other. */
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
