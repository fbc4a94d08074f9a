import { findMode, modeNames } from '@agent-home/modes';
import { z } from 'zod';

export type ModeRules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Default rules of an operator by mode; the mode's own schema must accept each value. */
export const modeRulesSchema = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .check(({ value, issues }) => {
    for (const [mode, rules] of Object.entries(value)) {
      const problem = findProblem(mode, rules);
      if (!problem) continue;
      const message = `AGENT_HOME_MODE_RULES: ${problem}`;
      issues.push({ code: 'custom', path: [mode], message, input: value });
    }
  });

/** Returns the reason why these cannot be defaults of a mode; undefined if they can. Required rules may be left to each topic. */
function findProblem(name: string, rules: Readonly<Record<string, unknown>>): string | undefined {
  const mode = findMode(name);
  if (!mode)
    return `the mode ${JSON.stringify(name.slice(0, 60))} does not exist: use one of ${modeNames.join(', ')}`;
  const known = Object.keys(mode.rulesJsonSchema().properties ?? {});
  const given = Object.keys(rules);
  const unknown = given.find((rule) => !known.includes(rule));
  if (unknown !== undefined)
    return `${name} has no rule ${JSON.stringify(unknown.slice(0, 60))}: known are ${known.join(', ')}`;
  const each = given.map((rule) => ({ [rule]: rules[rule] }));
  for (const some of [...each, rules]) {
    const parsed = mode.parseRules(some);
    if ('problem' in parsed && isAbout(parsed.path, Object.keys(some)))
      return `${name}: ${parsed.path}: ${parsed.problem}`;
  }
  return undefined;
}

/** True if a problem concerns one of these rules or their relation, rather than a missing rule. */
function isAbout(path: string, rules: readonly string[]): boolean {
  const [, rule] = path.split('.');
  return rule === undefined || rules.includes(rule);
}
