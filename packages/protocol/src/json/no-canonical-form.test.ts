import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { JsonError } from './json-error.ts';
import type { JsonValue } from './json-value.ts';

describe('refuses values without a canonical form', () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = [cycle];
  const sparse: unknown[] = [];
  sparse[1] = 1;
  class Card {
    name = 'a';
  }

  it.each<[label: string, value: unknown, code: string]>([
    ['undefined', undefined, 'not_json'],
    ['an undefined member', { a: undefined }, 'not_json'],
    ['an undefined element', [undefined], 'not_json'],
    ['a hole', sparse, 'not_json'],
    ['a function', { a: () => 1 }, 'not_json'],
    ['a symbol', [Symbol('a')], 'not_json'],
    ['a bigint', 1n, 'not_json'],
    ['a date', new Date(0), 'not_json'],
    ['a map', { a: new Map() }, 'not_json'],
    ['bytes', Uint8Array.of(1), 'not_json'],
    ['a class instance', new Card(), 'not_json'],
    ['a boxed string', Object('a'), 'not_json'],
    ['toJSON', { a: 1, toJSON: () => 2 }, 'not_json'],
    ['an inherited toJSON', Object.create({ toJSON: () => 2 }), 'not_json'],
    ['toJSON on an array', Object.assign([1], { toJSON: () => 2 }), 'not_json'],
    ['NaN', Number.NaN, 'unsafe_number'],
    ['infinity', [Number.NEGATIVE_INFINITY], 'unsafe_number'],
    ['a lone surrogate', { a: '\ud800' }, 'lone_surrogate'],
    ['a lone surrogate in a key', { '\udc00': 1 }, 'lone_surrogate'],
    ['a __proto__ member', JSON.parse('{"__proto__":1}'), 'forbidden_key'],
    ['a cycle', cycle, 'too_deep'],
    ['65 levels', JSON.parse('['.repeat(65) + ']'.repeat(65)), 'too_deep'],
  ])('%s', (_label, value, code) => {
    const error = toError(() => canonicalJson(value as JsonValue));
    expect(error).toBeInstanceOf(JsonError);
    expect(error).toHaveProperty('code', code);
  });

  it('while 64 levels, a repeated reference and an object without prototype are fine', () => {
    const shared = Object.assign(Object.create(null), { b: 1 });
    expect(canonicalJson({ x: shared, a: [shared, shared] })).toBe('{"a":[{"b":1},{"b":1}],"x":{"b":1}}');
    expect(canonicalJson(JSON.parse('['.repeat(64) + ']'.repeat(64)))).toHaveLength(128);
  });

  it('while a member named toJSON that is data stays data', () => {
    expect(canonicalJson({ toJSON: 'x' })).toBe('{"toJSON":"x"}');
  });
});

function toError(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}
