import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { InvalidSchema, isObject, member } from './invalid-schema.ts';
import type { Check, JudgeNode, ReadNode, Seen } from './schema-run.ts';

/** Keywords of JSON Schema that combine schemas. */
export function combiningChecks(schema: JsonObject, read: ReadNode): Check[] {
  return [
    ...notCheck(schema, read),
    ...anyCheck(schema, read),
    ...oneCheck(schema, read),
    ...allCheck(schema, read),
    ...ifCheck(schema, read),
  ];
}

/** Keywords for members that no other keyword has evaluated; checked last. */
export function unevaluatedChecks(schema: JsonObject, read: ReadNode): Check[] {
  return ['unevaluatedProperties', 'unevaluatedItems'].flatMap((keyword): Check[] => {
    const given = member(schema, keyword);
    if (given === undefined) return [];
    const judge = read(given);
    return [
      (value, at, run, seen) => {
        const isTheirs = keyword === 'unevaluatedItems' ? Array.isArray(value) : isObject(value);
        if (!isTheirs || typeof value !== 'object' || value === null) return true;
        let fits = true;
        for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
          run.spend(4);
          if (seen.has(key)) continue;
          const inner = (value as Record<string | number, JsonValue>)[key] ?? null;
          if (given === false) fits = run.wrong('unknown_member', at, 'absent', String(key));
          else if (!judge(inner, { above: at, key }, run)) fits = false;
          seen.add(key);
        }
        return fits;
      },
    ];
  });
}

function toList(schema: JsonObject, keyword: string, read: ReadNode): JudgeNode[] | undefined {
  const given = member(schema, keyword);
  if (given === undefined) return undefined;
  if (!Array.isArray(given) || given.length === 0) throw new InvalidSchema(`${keyword} is no list`);
  return given.map((one) => read(one));
}

function notCheck(schema: JsonObject, read: ReadNode): Check[] {
  const given = member(schema, 'not');
  if (given === undefined) return [];
  const judge = read(given);
  return [
    (value, at, run) =>
      !run.muted(() => judge(value, at, run)) ||
      run.wrong('not', at, 'a value that does not match the schema in not'),
  ];
}

/**
 * Returns the number of matching subschemas. All of them are evaluated, since each match reports the members
 * that it has evaluated.
 */
function fitting(judges: readonly JudgeNode[], most: number): (...asked: Parameters<Check>) => number {
  return (value, at, run, seen) => {
    let count = 0;
    for (const judge of judges) {
      const own: Seen = new Set();
      if (!judge(value, at, run, own)) continue;
      count += 1;
      if (count > most) break;
      run.spend(own.size);
      for (const key of own) seen.add(key);
    }
    return count;
  };
}

function anyCheck(schema: JsonObject, read: ReadNode): Check[] {
  const judges = toList(schema, 'anyOf', read);
  if (!judges) return [];
  const count = fitting(judges, Number.POSITIVE_INFINITY);
  return [
    (value, at, run, seen) => {
      const before = run.errors.length;
      if (count(value, at, run, seen) === 0)
        return run.wrong('anyOf', at, 'a value that matches a schema in anyOf');
      run.forgetAfter(before);
      return true;
    },
  ];
}

function oneCheck(schema: JsonObject, read: ReadNode): Check[] {
  const judges = toList(schema, 'oneOf', read);
  if (!judges) return [];
  const count = fitting(judges, 1);
  return [
    (value, at, run, seen) => {
      const before = run.errors.length;
      const fits = count(value, at, run, seen);
      if (fits > 0) run.forgetAfter(before);
      return fits === 1 || run.wrong('oneOf', at, 'a value that matches exactly one schema in oneOf');
    },
  ];
}

function allCheck(schema: JsonObject, read: ReadNode): Check[] {
  const judges = toList(schema, 'allOf', read);
  if (!judges) return [];
  return [
    (value, at, run, seen) => {
      let fits = true;
      for (const judge of judges) if (!judge(value, at, run, seen)) fits = false;
      return fits;
    },
  ];
}

function ifCheck(schema: JsonObject, read: ReadNode): Check[] {
  const [condition, then, otherwise] = ['if', 'then', 'else'].map((keyword) => {
    const given = member(schema, keyword);
    return given === undefined ? undefined : read(given);
  });
  if (!condition) return [];
  return [
    (value, at, run, seen) => {
      const own: Seen = new Set();
      const holds = run.muted(() => condition(value, at, run, own));
      if (holds) for (const key of own) seen.add(key);
      run.spend(own.size);
      const branch = holds ? then : otherwise;
      return (
        !branch ||
        branch(value, at, run, seen) ||
        run.wrong('if', at, `a value that matches the schema in ${holds ? 'then' : 'else'}`)
      );
    },
  ];
}
