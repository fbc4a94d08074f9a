import type { JsonObject } from '@agent-home/protocol';
import { getVariable } from '../../foundation/limits/relations.ts';
import type { PlatformConfig } from '../../foundation/settings/config.ts';

type Bounds = Pick<PlatformConfig, 'freeformLinesMax' | 'freeformLinesPerMinute'>;

/** Rules of a freeform topic that the home limits, and the limit for each. */
const bounded = {
  lines_max: 'freeformLinesMax',
  lines_per_minute: 'freeformLinesPerMinute',
} as const satisfies Record<string, keyof Bounds>;

const names = Object.keys(bounded) as (keyof typeof bounded)[];

/** Returns the requested rules of a topic. In a freeform topic missing ones are set to the home's maximum. */
export function withFreeformPolicy(
  mode: string,
  given: Readonly<Record<string, unknown>>,
  bounds: Bounds,
): Readonly<Record<string, unknown>> {
  if (mode !== 'freeform') return given;
  const allowed = Object.fromEntries(names.map((name) => [name, bounds[bounded[name]]]));
  return { ...allowed, ...given };
}

/** Returns the first rule of a freeform topic that exceeds the home's limit, with the fix. */
export function aboveFreeformPolicy(
  mode: string,
  rules: JsonObject,
  bounds: Bounds,
): { path: string; problem: string } | undefined {
  if (mode !== 'freeform') return undefined;
  const name = names.find((each) => Number(rules[each]) > bounds[bounded[each]]);
  if (name === undefined) return undefined;
  const limit = bounded[name];
  return {
    path: `rules.${name}`,
    problem: `this home allows ${bounds[limit]} at most: ask for no more, or have ${getVariable(limit)} raised`,
  };
}

/**
 * Returns the JSON Schema of a mode's rules as this home accepts them, so that a form made from it requests nothing that is
 * rejected.
 */
export function freeformPolicySchema(
  mode: string,
  schema: Readonly<Record<string, unknown>>,
  bounds: Bounds,
): Record<string, unknown> {
  const { properties } = schema;
  if (mode !== 'freeform' || typeof properties !== 'object' || properties === null) return { ...schema };
  const rules = Object.entries(properties).map(([name, rule]) => {
    const limit = names.find((each) => each === name);
    if (limit === undefined) return [name, rule];
    const allowed = bounds[bounded[limit]];
    return [name, { ...rule, default: allowed, maximum: allowed }];
  });
  return { ...schema, properties: Object.fromEntries(rules) };
}
