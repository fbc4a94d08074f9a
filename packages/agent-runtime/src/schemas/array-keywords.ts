import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { getCount, InvalidSchema, member } from './invalid-schema.ts';
import type { Check, JudgeNode, ReadNode, SchemaRun } from './schema-run.ts';
import { meteredKey } from './value-keywords.ts';

/** Array keywords of JSON Schema. */
export function arrayChecks(schema: JsonObject, read: ReadNode): Check[] {
  return [
    ...countChecks(schema),
    ...uniqueCheck(schema),
    ...itemCheck(schema, read),
    ...containsCheck(schema, read),
  ];
}

function countChecks(schema: JsonObject): Check[] {
  const least = getCount(schema, 'minItems');
  const most = getCount(schema, 'maxItems');
  return [
    (value, at, run) => {
      if (!Array.isArray(value)) return true;
      if (most !== undefined && value.length > most)
        return run.wrong('maxItems', at, `at most ${most} items`);
      if (least !== undefined && value.length < least)
        return run.wrong('minItems', at, `at least ${least} items`);
      return true;
    },
  ];
}

/** Compares by serialized text, since comparing each pair takes quadratic time. */
function uniqueCheck(schema: JsonObject): Check[] {
  if (member(schema, 'uniqueItems') !== true) return [];
  return [
    (value, at, run) => {
      if (!Array.isArray(value)) return true;
      const keys = new Set(value.map((item) => meteredKey(item, run)));
      return keys.size === value.length || run.wrong('uniqueItems', at, 'no equal items');
    },
  ];
}

/** Checks the first items each by its own schema and the rest by one schema. Both dialects support this, under different names. */
function itemCheck(schema: JsonObject, read: ReadNode): Check[] {
  const items = member(schema, 'items');
  const prefix = member(schema, 'prefixItems') ?? (Array.isArray(items) ? items : undefined);
  if (prefix !== undefined && !Array.isArray(prefix)) throw new InvalidSchema('prefixItems are no list');
  const first = (prefix ?? []).map((one) => read(one));
  const rest = Array.isArray(items) ? member(schema, 'additionalItems') : items;
  if (first.length === 0 && rest === undefined) return [];
  const other = rest === undefined || rest === false ? undefined : read(rest);
  return [
    (value, at, run, seen) => {
      if (!Array.isArray(value)) return true;
      if (rest === false && value.length > first.length)
        return run.wrong('items', at, `at most ${first.length} items`);
      let fits = true;
      for (const [index, item] of value.entries()) {
        const judge = first[index] ?? other;
        if (!judge) break;
        seen.add(index);
        if (!judge(item, { above: at, key: index }, run)) fits = false;
      }
      return fits;
    },
  ];
}

function containsCheck(schema: JsonObject, read: ReadNode): Check[] {
  const given = member(schema, 'contains');
  if (given === undefined) return [];
  const judge = read(given);
  const least = getCount(schema, 'minContains') ?? 1;
  const most = getCount(schema, 'maxContains') ?? Number.POSITIVE_INFINITY;
  return [
    (value, at, run, seen) => {
      if (!Array.isArray(value)) return true;
      const found = collectIndexes(value, judge, run);
      for (const index of found) seen.add(index);
      const fits = found.length >= least && found.length <= most;
      return fits || run.wrong('contains', at, containsText(least, most));
    },
  ];
}

function containsText(least: number, most: number): string {
  const range = most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`;
  return `${range} items that match contains`;
}

function collectIndexes(value: readonly JsonValue[], judge: JudgeNode, run: SchemaRun): number[] {
  return [...value.keys()].filter((index) => run.muted(() => judge(value[index] ?? null, undefined, run)));
}
