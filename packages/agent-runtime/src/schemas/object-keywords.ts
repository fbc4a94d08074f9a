import type { JsonObject } from '@agent-home/protocol';
import { collectNames, getCount, getObject, InvalidSchema, isObject, member } from './invalid-schema.ts';
import type { Check, ReadNode } from './schema-run.ts';
import { meteredPattern } from './text-keywords.ts';

/** Object keywords of JSON Schema. */
export function objectChecks(schema: JsonObject, read: ReadNode): Check[] {
  return [
    ...countChecks(schema),
    ...requiredChecks(schema),
    ...memberCheck(schema, read),
    ...nameCheck(schema, read),
    ...dependentChecks(schema, read),
  ];
}

function countChecks(schema: JsonObject): Check[] {
  const least = getCount(schema, 'minProperties');
  const most = getCount(schema, 'maxProperties');
  if (least === undefined && most === undefined) return [];
  return [
    (value, at, run) => {
      if (!isObject(value)) return true;
      const count = Object.keys(value).length;
      run.spend(count);
      if (most !== undefined && count > most)
        return run.wrong('maxProperties', at, `at most ${most} members`);
      if (least !== undefined && count < least)
        return run.wrong('minProperties', at, `at least ${least} members`);
      return true;
    },
  ];
}

function requiredChecks(schema: JsonObject): Check[] {
  const required = collectNames(member(schema, 'required'), 'required');
  if (required.length === 0) return [];
  return [
    (value, at, run) => {
      if (!isObject(value)) return true;
      run.spend(required.length);
      const missing = required.filter((name) => !Object.hasOwn(value, name));
      for (const name of missing) run.wrong('missing_required', at, 'present', name);
      return missing.length === 0;
    },
  ];
}

function memberCheck(schema: JsonObject, read: ReadNode): Check[] {
  const named = new Map(
    Object.entries(getObject(schema, 'properties')).map(([name, one]) => [name, read(one)]),
  );
  const byPattern = Object.entries(getObject(schema, 'patternProperties')).map(
    ([source, one]) => [meteredPattern(source), read(one)] as const,
  );
  const others = member(schema, 'additionalProperties');
  const other = others === undefined || others === false ? undefined : read(others);
  if (named.size === 0 && byPattern.length === 0 && others === undefined) return [];
  return [
    (value, at, run, seen) => {
      if (!isObject(value)) return true;
      const members = Object.entries(value).map(([name, inner]) => {
        run.spend(2);
        const own = named.get(name);
        const judges = byPattern.filter(([matches]) => matches(name, run)).map(([, judge]) => judge);
        return { name, inner, judges: own ? [own, ...judges] : judges };
      });
      let fits = true;
      if (others === false)
        for (const { name, judges } of members)
          if (judges.length === 0) fits = run.wrong('unknown_member', at, 'absent', name);
      for (const { name, inner, judges } of members) {
        if (judges.length === 0 && other) judges.push(other);
        if (judges.length > 0) seen.add(name);
        for (const judge of judges) if (!judge(inner, { above: at, key: name }, run)) fits = false;
      }
      return fits;
    },
  ];
}

function nameCheck(schema: JsonObject, read: ReadNode): Check[] {
  const given = member(schema, 'propertyNames');
  if (given === undefined) return [];
  const judge = read(given);
  return [
    (value, at, run) => {
      if (!isObject(value)) return true;
      const wrong = Object.keys(value).filter((name) => !run.muted(() => judge(name, at, run)));
      for (const name of wrong) run.wrong('propertyNames', at, 'a name that matches propertyNames', name);
      return wrong.length === 0;
    },
  ];
}

function dependentChecks(schema: JsonObject, read: ReadNode): Check[] {
  const old = Object.entries(getObject(schema, 'dependencies'));
  const wanted = [
    ...Object.entries(getObject(schema, 'dependentRequired')),
    ...old.filter(([, one]) => Array.isArray(one)),
  ].map(([name, names]) => [name, collectNames(names, 'dependencies')] as const);
  const schemas = [
    ...Object.entries(getObject(schema, 'dependentSchemas')),
    ...old.filter(([, one]) => !Array.isArray(one)),
  ].map(([name, one]) => [name, read(one)] as const);
  if (wanted.some(([, names]) => names.length > 1_000)) throw new InvalidSchema('too many names');
  if (wanted.length + schemas.length === 0) return [];
  return [
    (value, at, run, seen) => {
      if (!isObject(value)) return true;
      run.spend(wanted.length + schemas.length);
      let fits = true;
      for (const [name, names] of wanted) {
        if (!Object.hasOwn(value, name)) continue;
        run.spend(names.length);
        for (const other of names)
          if (!Object.hasOwn(value, other))
            fits = run.wrong('missing_required', at, `present, because ${name} is present`, other);
      }
      for (const [name, judge] of schemas)
        if (Object.hasOwn(value, name) && !judge(value, at, run, seen)) fits = false;
      return fits;
    },
  ];
}
