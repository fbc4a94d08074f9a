import type { JsonObject, JsonValue } from '@agent-home/protocol';
import { Ajv, type AnySchema } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseCount } from '../../../../test/support/case-count.ts';
import { isObject } from '../schemas/invalid-schema.ts';
import { isUsableSchema, schemaErrors } from '../schemas/schema-validator.ts';

const options = { strict: false, logger: false } as const;

/** Values and schemas use few names, so that they match often. */
const name = fc.constantFrom('a', 'b', 'c', 'ab');
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, true, false, 0, 1, 2, 3, 1.5, '', 'a', 'b', 'ab', 'abc', '😀'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const count = fc.nat({ max: 3 });
const pattern = fc.constantFrom('^a', 'b$', '^[ab]+$', 'c|a');
const shared = fc.constantFrom('#/$defs/one', '#/$defs/two', '#two');
const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'object', 'array');

/** Generates schemas from every validated keyword. Keywords of a single dialect are left to a list of their own. */
const { schema } = fc.letrec<{ schema: JsonValue }>((tie) => {
  const inner = tie('schema');
  const list = fc.array(inner, { minLength: 1, maxLength: 2 });
  const byName = fc.dictionary(name, inner, { maxKeys: 2, noNullPrototype: true });
  const keywords = fc.record(
    {
      type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
      enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify(one) }),
      const: value,
      minimum: count,
      maximum: count,
      exclusiveMinimum: count,
      exclusiveMaximum: count,
      multipleOf: fc.constantFrom(1, 2, 0.5),
      minLength: count,
      maxLength: count,
      pattern,
      format: fc.constantFrom('email', 'no such'),
      minItems: count,
      maxItems: count,
      uniqueItems: fc.boolean(),
      items: inner,
      prefixItems: list,
      contains: inner,
      minContains: count,
      maxContains: count,
      minProperties: count,
      maxProperties: count,
      required: fc.uniqueArray(name, { maxLength: 2 }),
      properties: byName,
      patternProperties: fc.dictionary(pattern, inner, { maxKeys: 2, noNullPrototype: true }),
      additionalProperties: inner,
      propertyNames: inner,
      dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), {
        maxKeys: 2,
        noNullPrototype: true,
      }),
      dependentSchemas: byName,
      allOf: list,
      anyOf: list,
      oneOf: list,
      not: inner,
      if: inner,
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: inner,
      else: inner,
      unevaluatedProperties: inner,
      unevaluatedItems: inner,
      $ref: shared,
    },
    { requiredKeys: [] },
  );
  const few = fc
    .tuple(keywords, fc.uniqueArray(fc.nat({ max: 60 }), { minLength: 1, maxLength: 3 }))
    .map(([all, picks]): JsonValue => {
      const entries = Object.entries(all as JsonObject);
      return Object.fromEntries(picks.flatMap((pick) => entries.slice(pick % 40, (pick % 40) + 1)));
    });
  return { schema: fc.oneof({ maxDepth: 3, depthSize: 'small' }, fc.boolean(), few, few, few) };
});

const peers = { old: new Ajv(options), new: new Ajv2020(options) };
// Formats of the home are tested next to their limits.
for (const peer of Object.values(peers)) peer.addFormat('email', /^[^@]+@[^@]+$/);

/**
 * Returns true for two deviations of Ajv: next to a first item that matches nothing it lets an empty list
 * contain something, and it skips an `if` without `then` and `else`, so that members read by it count as
 * unevaluated.
 */
function isMistakenByPeer(part: JsonValue): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const isAloneIf = 'if' in part && !('then' in part || 'else' in part);
  return (
    isAloneIf || ('contains' in part && 'prefixItems' in part) || Object.values(part).some(isMistakenByPeer)
  );
}

/** Returns undefined if Ajv cannot use the schema. */
function findPeer(root: JsonObject): ((given: JsonObject) => boolean | undefined) | undefined {
  if (isMistakenByPeer(root)) return undefined;
  const { $schema, ...rest } = root;
  try {
    const validate = peers[$schema === undefined ? 'new' : 'old'].compile(rest as AnySchema);
    return (given) => {
      try {
        return validate(given) === true;
      } catch {
        return undefined;
      }
    };
  } catch {
    return undefined;
  }
}

test('arguments fit a schema where Ajv accepts them', () => {
  const numRuns = caseCount(150, 500);
  const counts = { fits: 0, wrong: 0 };
  const root = fc.tuple(schema, schema, schema).map(([top, one, two]): JsonObject => {
    const own = isObject(top) ? top : { not: top === false };
    const named = isObject(two) ? two : {};
    return { ...own, $defs: { one, two: { ...named, $anchor: 'two' } } };
  });
  const given = fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: true });
  fc.assert(
    fc.property(root, fc.array(given, { minLength: 1, maxLength: 4 }), (judged, values) => {
      const peer = findPeer(judged);
      for (const one of values) {
        const theirs = peer?.(one);
        // Ajv cannot judge a cyclic schema; another test covers those.
        if (theirs === undefined) continue;
        counts[theirs ? 'fits' : 'wrong'] += 1;
        expect(schemaErrors(judged, one).length === 0).toBe(theirs);
      }
    }),
    { numRuns },
  );
  expect(Math.min(counts.fits, counts.wrong)).toBeGreaterThan(numRuns / 3);
}, 120_000);

test('an empty list contains nothing', () => {
  const judged = { properties: { a: { contains: true, prefixItems: [false] } } };
  expect(schemaErrors(judged, { a: [] })).not.toEqual([]);
  expect(schemaErrors({ properties: { a: { contains: true, prefixItems: [true] } } }, { a: [1] })).toEqual(
    [],
  );
});

test('members read by an `if` alone count as evaluated', () => {
  const judged = { if: { properties: { a: true } }, unevaluatedProperties: { type: 'string' } };
  expect(schemaErrors(judged, { a: [] })).toEqual([]);
  expect(schemaErrors(judged, { b: [] })).not.toEqual([]);
});

test('understands keywords of the older dialect', () => {
  const cases: [JsonObject, JsonObject][] = [
    [
      { properties: { a: { items: [{ type: 'string' }], additionalItems: { type: 'null' } } } },
      { a: ['x', 1] },
    ],
    [{ properties: { a: { items: [true], additionalItems: false } } }, { a: [1, 2] }],
    [{ dependencies: { a: ['b'] } }, { a: 1 }],
    [{ dependencies: { a: { required: ['c'] } } }, { a: 1, b: 1 }],
    [{ definitions: { n: { type: 'string' } }, properties: { a: { $ref: '#/definitions/n' } } }, { a: 1 }],
    [{ properties: { a: { type: 'string', nullable: true } } }, { a: 1 }],
  ];
  const $schema = 'http://json-schema.org/draft-07/schema#';
  for (const [judged, wrong] of cases) {
    expect([judged, schemaErrors(judged, wrong).length]).toEqual([judged, 1]);
    expect([judged, findPeer({ ...judged, $schema })?.(wrong)]).toEqual([judged, false]);
    expect([judged, schemaErrors(judged, {})]).toEqual([judged, []]);
  }
  const [nullable] = cases.at(-1) ?? [];
  expect(schemaErrors(nullable ?? {}, { a: null })).toEqual([]);
});

test('a schema with an unknown keyword is useless', () => {
  const bad: JsonObject[] = [
    { type: [] },
    { required: 'a' },
    { enum: [] },
    { minLength: -1 },
    { maximum: '1' },
    { multipleOf: 0 },
    { anyOf: [] },
    { allOf: [7] },
    { properties: { a: 7 } },
    { $ref: '#/$defs/nobody' },
    { $ref: '#/%' },
    { $ref: '#nobody' },
    { $ref: 7 },
    { $defs: { unused: { type: 'no such' } } },
    { pattern: 7 },
    { patternProperties: { '(': {} } },
    { items: 7 },
    { dependentRequired: { a: 'b' } },
  ];
  for (const judged of bad) expect([judged, isUsableSchema(judged)]).toEqual([judged, false]);
});
