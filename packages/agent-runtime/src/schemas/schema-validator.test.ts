import type { JsonObject } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import { measuredTimeFactor } from '../../../../test/support/time-factor.ts';
import { isUsableSchema, schemaErrors } from './schema-validator.ts';

test('leaves out a tool with a recursive schema', () => {
  const circles: JsonObject[] = [
    { $ref: '#' },
    { allOf: [{ $ref: '#' }] },
    { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
  ];
  for (const schema of circles) expect([schema, isUsableSchema(schema)]).toEqual([schema, false]);
  // This schema is detected only if the member is present.
  const hidden = {
    $defs: { n: { anyOf: [{ $ref: '#/$defs/n' }] } },
    properties: { a: { $ref: '#/$defs/n' } },
  };
  expect(isUsableSchema(hidden)).toBe(true);
  expect(schemaErrors(hidden, { a: [1] })).toEqual(['unusable_schema path= expected=a valid JSON Schema']);
});

test('schemas of both dialects are used, and one that is none is not', () => {
  const draft7 = 'http://json-schema.org/draft-07/schema#';
  expect(schemaErrors({ $schema: draft7, properties: { a: { type: 'string' } } }, { a: 1 })).toHaveLength(1);
  expect(schemaErrors({ $schema: draft7, type: 'object', $id: 'same' }, {})).toEqual([]);
  expect(schemaErrors({ $schema: draft7, type: 'object', minProperties: 1, $id: 'same' }, {})).toHaveLength(
    1,
  );
  for (const schema of [
    { type: 'no such' },
    { properties: 1 },
    { pattern: '(' },
    { $ref: 'http://elsewhere/x' },
  ] as JsonObject[])
    expect([schema, isUsableSchema(schema)]).toEqual([schema, false]);
});

test('every schema has its own regular expressions', () => {
  const of = (pattern: string, more: JsonObject = {}) => ({
    ...more,
    properties: { a: { type: 'string', pattern } },
  });
  const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#' };
  for (const more of [{}, draft7]) {
    expect(schemaErrors(of('^x$', more), { a: 'x' })).toEqual([]);
    expect(schemaErrors(of('^y$', more), { a: 'y' })).toEqual([]);
    expect(schemaErrors(of('^y$', more), { a: 'x' })).toHaveLength(1);
    const two = { ...more, properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } } };
    expect([schemaErrors(two, { a: 'a', b: 'b' }), schemaErrors(two, { a: 'b', b: 'a' }).length]).toEqual([
      [],
      2,
    ]);
  }
});

test('patterns in schemas are linear, others are refused', () => {
  const schema = { properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
  const started = process.hrtime.bigint();
  expect(schemaErrors(schema, { a: `${'a'.repeat(50_000)}!` })).toHaveLength(1);
  expect(Number(process.hrtime.bigint() - started) / 1e6).toBeLessThan(5_000 * measuredTimeFactor());
  expect(isUsableSchema({ properties: { a: { pattern: '(?=a)b' } } })).toBe(false);
});
