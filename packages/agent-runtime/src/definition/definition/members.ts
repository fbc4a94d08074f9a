import type { JsonObject, JsonValue } from '@agent-home/protocol';
import {
  type AgentDefinition,
  type AgentLimits,
  defaultedLimits,
  limitNames,
  type ModelChoice,
} from './agent-definition.ts';

/** Returns the named members of an object, without absent ones. */
export function definedMembers<T extends object, K extends keyof T>(
  from: T,
  names: readonly K[],
): Partial<T> {
  const found: Partial<T> = {};
  for (const name of names) if (from[name] !== undefined) found[name] = from[name];
  return found;
}

/** Returns a member of a JSON object; undefined if there is none. */
export function getMember(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined;
}

/** Returns the limits with defaults that a document does not state. */
export function unstatedIn(limits: unknown): Pick<AgentDefinition, 'unstatedLimits'> {
  const stated = typeof limits === 'object' && limits !== null ? limits : {};
  const unstated = defaultedLimits.filter((name) => !Object.hasOwn(stated, name));
  return unstated.length === 0 ? {} : { unstatedLimits: unstated };
}

/** Returns the limits in the order of writing, without those that the document did not state. */
export function statedLimits({ limits, unstatedLimits = [] }: AgentDefinition): Partial<AgentLimits> {
  const unstated: readonly string[] = unstatedLimits;
  return definedMembers(
    limits,
    limitNames.filter((name) => !unstated.includes(name)),
  );
}

/** Placeholder in AgentSpec, which requires a model, for the default model of the settings. */
export const defaultModel = 'default';

/** Returns the chosen model, with the default represented by absence. */
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
