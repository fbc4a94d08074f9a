import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import { referenceMs } from '../policy/testing/index.ts';
import { isUsableSchema, schemaErrors } from '../schemas/schema-validator.ts';

const list = <Value extends JsonValue>(length: number, of: (index: number) => Value) =>
  Array.from({ length }, (_, index) => of(index));
const named = (length: number, of: (index: number) => JsonValue) =>
  Object.fromEntries(list(length, (index) => [`n${index}`, of(index)]));
const below = (schema: JsonValue, more: JsonObject = {}): JsonObject => ({
  properties: { a: schema },
  ...more,
});
/** Maximum size of a model's arguments, in characters. */
const long = 250_000;

/** Returns a schema in which each step refers to the next one twice. */
const doubling = (keyword: string): JsonObject => ({
  $defs: named(40, (index) =>
    index === 39
      ? { type: 'string', minLength: 3 }
      : { [keyword]: list(2, () => ({ $ref: `#/$defs/n${index + 1}` })) },
  ),
  properties: { a: { $ref: '#/$defs/n0' } },
});

/** Attacks known from other validators, each with its worst arguments. */
const table: Record<string, [JsonObject, JsonObject]> = {
  'references that double, all of them': [doubling('allOf'), { a: 'x' }],
  'references that double, any of them': [doubling('anyOf'), { a: 'x' }],
  'references that double, one of them': [doubling('oneOf'), { a: 'x' }],
  'unique numbers': [below({ uniqueItems: true }), { a: list(60_000, (index) => index) }],
  'unique objects': [below({ uniqueItems: true }), { a: list(25_000, (index) => ({ index })) }],
  'a long list of what is allowed, for each of many': [
    below({ items: { enum: list(5_000, (index) => [index]) } }),
    { a: list(40_000, (index) => [-index]) },
  ],
  'a long text that each of many parts of a schema looks at': [
    below({ allOf: list(1_000, (index) => ({ maxLength: 300_000 + index })) }),
    { a: '界'.repeat(long / 3) },
  ],
  'a constant as long as what is given, again and again': [
    below({ anyOf: list(200, () => ({ const: { text: `${'x'.repeat(50_000)}y` } })) }),
    { a: { text: 'x'.repeat(50_001) } },
  ],
  'mistakes without number': [
    below(
      { items: { $ref: '#/$defs/n0' } },
      {
        $defs: named(2, (index) => ({
          anyOf: [{ type: 'string' }, index === 0 ? { $ref: '#/$defs/n1' } : { type: 'object' }],
        })),
      },
    ),
    { a: list(60_000, () => 1) },
  ],
  'a repetition in a repetition': [below({ pattern: '^(a+)+$' }), { a: `${'a'.repeat(long)}!` }],
  'the largest pattern there may be': [below({ pattern: '(a?){200}a{4}b' }), { a: 'a'.repeat(long) }],
  'many patterns of names, of many names': [
    { patternProperties: Object.fromEntries(list(90, (index) => [`(a|b)*c${index}`, {}])) },
    named(9_000, () => 1),
  ],
  'a format that backtracks': [below({ format: 'url' }), { a: 'http://a.'.repeat(25_000) }],
  'a format that backtracks, for each of many': [
    below({ items: { format: 'url' } }),
    { a: list(240, () => 'http://a.'.repeat(113)) },
  ],
  'schemas of members that depend on others, of all': [
    { dependentSchemas: named(1_000, () => ({ minProperties: 1 })) },
    named(1_000, () => 1),
  ],
  'what nobody has looked at, again and again': [
    { allOf: list(500, () => ({ unevaluatedProperties: { type: 'number' } })) },
    named(9_000, () => 1),
  ],
  'a list in which each is looked for': [
    below({ allOf: list(400, (index) => ({ contains: { const: -index - 1 } })) }),
    { a: list(60_000, (index) => index) },
  ],
  'alternatives in alternatives': [
    below(
      list(30, () => 0).reduce<JsonObject>((inner) => ({ oneOf: [inner, { not: inner }] }), { type: 'null' }),
    ),
    { a: 1 },
  ],
};

test('no known bad schema blocks the loop for 50 ms', () => {
  for (const [what, [schema, args]] of Object.entries(table)) {
    // Parsed for each call, as at the start of a run.
    const milliseconds = referenceMs(() => schemaErrors({ ...schema }, args), 50);
    expect(milliseconds, what).toBeLessThan(50);
  }
  const costly = Object.entries(table).filter(([, [schema, args]]) =>
    schemaErrors(schema, args).some((error) => error.startsWith('too_costly')),
  );
  expect(costly.map(([what]) => what)).toEqual(
    expect.arrayContaining([
      'references that double, all of them',
      'unique objects',
      'the largest pattern there may be',
    ]),
  );
});

test('refuses a too large or endlessly recursive schema at once', () => {
  const bad: Record<string, JsonObject> = {
    'too many members': { properties: named(6_000, (index) => ({ maxLength: index })) },
    'too many patterns': { properties: named(200, () => ({ pattern: 'a' })) },
    'a giant pattern': below({ pattern: '((a{1,30}){1,30}){1,30}' }),
    'a long pattern': below({ pattern: 'a'.repeat(600) }),
    circles: { $ref: '#' },
    'circles that double': { allOf: list(50, () => ({ $ref: '#' })) },
  };
  for (const [what, schema] of Object.entries(bad)) {
    expect(isUsableSchema({ ...schema }), what).toBe(false);
    expect(
      referenceMs(() => isUsableSchema({ ...schema }), 50),
      what,
    ).toBeLessThan(50);
  }
  const many = { properties: named(4_000, (index) => ({ type: 'string', maxLength: index })) };
  expect(isUsableSchema(many)).toBe(true);
  expect(referenceMs(() => isUsableSchema({ ...many }), 50)).toBeLessThan(50);
});

test('validates long arguments of real tools', () => {
  const schema = below({ type: 'string', maxLength: 1_000_000 });
  expect(schemaErrors(schema, { a: 'x'.repeat(long) })).toEqual([]);
  const rows = below({
    items: { properties: { id: { type: 'integer' }, name: { type: 'string' } }, required: ['id'] },
  });
  expect(schemaErrors(rows, { a: list(6_000, (index) => ({ id: index, name: `name ${index}` })) })).toEqual(
    [],
  );
  expect(schemaErrors(below({ format: 'byte' }), { a: 'AAAA'.repeat(50_000) })).toEqual([]);
});
