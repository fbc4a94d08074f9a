import { placeholdersIn, readFilter } from './placeholders.ts';
import type { ScriptedRule } from './script-schema.ts';

/** Values that every request has. */
export const builtInValues = ['user', 'model', 'count', 'result'] as const;

export interface ValueProblem {
  path: PropertyKey[];
  reason: string;
}

/** Returns the values that a rule's responses use and its conditions never set. */
export function collectValueProblems(rule: ScriptedRule): ValueProblem[] {
  const known = new Set<string>([...builtInValues, ...valuesTakenBy(rule)]);
  const problems: ValueProblem[] = [];
  const look = (value: unknown, path: PropertyKey[]) => {
    if (typeof value === 'string') {
      for (const reason of problemsOfText(value, known)) problems.push({ path, reason });
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value))
        look(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    }
  };
  look(rule.answer, ['answer']);
  look(rule.choose, ['choose']);
  return problems;
}

function valuesTakenBy({ when }: ScriptedRule): string[] {
  const patterns = [when.system, when.user, when.results, when.after].flatMap((list) => list ?? []);
  return patterns.flatMap(({ like, json }) => [
    ...(like ?? []).flatMap((segments) => segments.flatMap(({ names }) => names)),
    ...Object.keys(json ?? {}),
  ]);
}

function problemsOfText(text: string, known: ReadonlySet<string>): string[] {
  return placeholdersIn(text).flatMap(({ name, filters }) => [
    ...(known.has(name) ? [] : [`{{${name}}} is not a value of this rule: it has ${[...known].join(', ')}`]),
    ...filters
      .filter((filter) => !readFilter(filter))
      .map((filter) => `|${filter} is none of |first:N, |or:TEXT, |line, |number`),
  ]);
}
