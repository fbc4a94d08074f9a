import type { ModeRules } from '../../foundation/settings/mode-rules.ts';

interface Defaults {
  modeRules: ModeRules;
}

/** Returns the rules of a request, completed with the operator's defaults. */
export function withModeDefaults(
  mode: string,
  given: Readonly<Record<string, unknown>>,
  { modeRules }: Defaults,
): Readonly<Record<string, unknown>> {
  return { ...modeRules[mode], ...given };
}

/**
 * Returns the JSON Schema of a mode's rules with the operator's defaults, so that a form shows the rules that a topic would get.
 */
export function modeDefaultsSchema(
  mode: string,
  schema: Readonly<Record<string, unknown>>,
  { modeRules }: Defaults,
): Record<string, unknown> {
  const { properties } = schema;
  const defaults = modeRules[mode];
  if (!defaults || typeof properties !== 'object' || properties === null) return { ...schema };
  const rules = Object.entries(properties).map(([name, rule]) => [
    name,
    Object.hasOwn(defaults, name) ? { ...rule, default: defaults[name] } : rule,
  ]);
  return { ...schema, properties: Object.fromEntries(rules) };
}
