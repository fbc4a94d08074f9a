import type { JsonObject } from '@agent-home/protocol';
import type { ModelChoice } from './agent-definition.ts';

/** Some members of an object, those alone that are there. */
export function definedMembers<T extends object, K extends keyof T>(
  from: T,
  names: readonly K[],
): Partial<T> {
  const found: Partial<T> = {};
  for (const name of names) if (from[name] !== undefined) found[name] = from[name];
  return found;
}

/** What stands in AgentSpec, where a model has to be named, for the one that the settings name. */
export const defaultModel = 'default';

/** A choice of a model in which the default is what it is everywhere: nothing said. */
export function chosenModel(written: {
  provider?: string | undefined;
  name?: string | undefined;
  params?: JsonObject | undefined;
}): ModelChoice {
  const { provider, name, params = {} } = written;
  return {
    ...(provider === undefined || provider === defaultModel ? {} : { provider }),
    ...(name === undefined || name === defaultModel ? {} : { name }),
    params,
  };
}
