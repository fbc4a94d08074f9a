import { canonicalJson, type JsonObject, type JsonValue } from '@agent-home/protocol';
import { wholeCharacters } from '../context/prune-outputs.ts';
import { collectNames, InvalidSchema, member, toNumber } from './invalid-schema.ts';
import type { Check, SchemaRun } from './schema-run.ts';

const types = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']);

/** Keywords `type`, `enum` and `const`, and those for numbers. */
export function valueChecks(schema: JsonObject): Check[] {
  return [...typeCheck(schema), ...enumChecks(schema), ...numberChecks(schema)];
}

function typeCheck(schema: JsonObject): Check[] {
  const given = member(schema, 'type');
  if (given === undefined) return [];
  const names = typeof given === 'string' ? [given] : collectNames(given, 'type');
  if (names.length === 0 || names.some((name) => !types.has(name)))
    throw new InvalidSchema('type names an unknown type');
  if (member(schema, 'nullable') === true && !names.includes('null')) names.push('null');
  const expected = names.join(',');
  return [(value, at, run) => names.some((name) => hasType(value, name)) || run.wrong('type', at, expected)];
}

function hasType(value: JsonValue, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

/** Uses a set for allowed values, however many: a model may send ten thousand values to compare with them. */
function enumChecks(schema: JsonObject): Check[] {
  const checks: Check[] = [];
  const allowed = member(schema, 'enum');
  if (allowed !== undefined) {
    if (!Array.isArray(allowed) || allowed.length === 0)
      throw new InvalidSchema('enum is not a list with values');
    const keys = new Set(allowed.map(getKey));
    let expected: string | undefined;
    checks.push((value, at, run) => {
      if (keys.has(meteredKey(value, run))) return true;
      expected ??= `one of ${listed(allowed)}`;
      return run.wrong('enum', at, expected);
    });
  }
  const constant = member(schema, 'const');
  if (constant !== undefined) {
    const key = getKey(constant);
    let expected: string | undefined;
    checks.push((value, at, run) => {
      if (meteredKey(value, run) === key) return true;
      expected ??= `the value ${listed([constant])}`;
      return run.wrong('const', at, expected);
    });
  }
  return checks;
}

/** Values and UTF-16 units of a list in an error. */
const mostListed = 20;
const longestListed = 200;

/** Returns the allowed values as JSON, shortened if there are many; they come from the schema, and each may be long. */
function listed(values: readonly JsonValue[]): string {
  const shown = values.slice(0, mostListed).map((value) => JSON.stringify(value));
  const text = [...shown, ...(values.length > mostListed ? ['…'] : [])].join(', ');
  return text.length <= longestListed ? text : `${wholeCharacters(text.slice(0, longestListed))}…`;
}

/** Returns the same key for equal values, and different keys for others. */
function getKey(value: JsonValue): string {
  return typeof value === 'string' ? `"${value}` : canonicalJson(value);
}

export function meteredKey(value: JsonValue, run: SchemaRun): string {
  spendSize(value, run);
  return run.cachedKey(value, () => {
    try {
      return getKey(value);
    } catch {
      // A value without a canonical form, such as a lone surrogate, equals no other value.
      return `!${JSON.stringify(value)}`;
    }
  });
}

function spendSize(value: JsonValue, run: SchemaRun): void {
  run.spend(typeof value === 'string' ? 4 + (value.length >> 4) : 4);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    run.spend(4 + (key.length >> 4));
    spendSize(inner, run);
  }
}

function numberChecks(schema: JsonObject): Check[] {
  const table: [string, string, (value: number, bound: number) => boolean][] = [
    ['minimum', '>= ', (value, bound) => value >= bound],
    ['maximum', '<= ', (value, bound) => value <= bound],
    ['exclusiveMinimum', '> ', (value, bound) => value > bound],
    ['exclusiveMaximum', '< ', (value, bound) => value < bound],
    ['multipleOf', 'multiple of ', (value, bound) => Number.isInteger(value / bound)],
  ];
  return table.flatMap(([keyword, said, fits]): Check[] => {
    const bound = toNumber(schema, keyword);
    if (bound === undefined) return [];
    if (keyword === 'multipleOf' && !(bound > 0)) throw new InvalidSchema('multipleOf is not greater than 0');
    return [
      (value, at, run) =>
        typeof value !== 'number' || fits(value, bound) || run.wrong(keyword, at, `${said}${bound}`),
    ];
  });
}
