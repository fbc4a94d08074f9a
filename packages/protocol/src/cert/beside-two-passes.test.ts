import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../json/canonical-json.ts';
import type { JsonObject } from '../json/json-value.ts';
import { getDouble, rfcNumbers } from '../testing/rfc-8785.ts';
import { ACCEPTED, REFUSED } from '../testing/strict-json-texts.ts';
import { compare, comparePasses, nothing } from '../testing/two-passes/compare-passes.ts';
import { compareVerdicts } from '../testing/two-passes/compare-verdicts.ts';
import { encoder } from '../testing/verify-support.ts';
import { parseObject } from './parse-object.ts';
import { getSignedBytes } from './signed-bytes.ts';

describe('one pass equals two passes', () => {
  it('one reading judges a document like two passes', () => {
    const seen = comparePasses(800);
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(10);
  });

  it.each([...ACCEPTED, ...REFUSED])('both say the same of %j', (text) => {
    compare(encoder.encode(text), nothing());
    compare(encoder.encode(`{"a":${text},"cert":{"a":${text},"signature":${text}}}`), nothing());
  });

  it.each(rfcNumbers)('both say the same of the RFC’s double %s, written %s', (bits, text) => {
    const seen = nothing();
    compare(encoder.encode(text), seen);
    compare(encoder.encode(getDouble(bits).toExponential()), seen);
    expect(seen.canonical + seen.respelt + seen.refused).toBe(2);
  });

  it('a signature is found anywhere in its certificate', () => {
    const expected: [cert: JsonObject, signed: string][] = [
      [{}, '{"a":1,"cert":{},"z":2}'],
      [{ version: 1 }, '{"a":1,"cert":{"version":1},"z":2}'],
      [{ key_id: 'k' }, '{"a":1,"cert":{"key_id":"k"},"z":2}'],
      [{ key_id: 'k', version: 1 }, '{"a":1,"cert":{"key_id":"k","version":1},"z":2}'],
      [{ 'é😀': '中' }, '{"a":1,"cert":{"é😀":"中"},"z":2}'],
      [{ a: { cert: { signature: 'x' } } }, '{"a":1,"cert":{"a":{"cert":{"signature":"x"}}},"z":2}'],
    ];
    for (const [cert, signed] of expected) {
      const bytes = encoder.encode(canonicalJson({ a: 1, cert: { ...cert, signature: 'mine' }, z: 2 }));
      const parsed = parseObject(bytes, 'agents/cards/a.json', bytes.length);
      expect(parsed.text.slice(parsed.signature?.start, parsed.signature?.end)).toBe('"signature":"mine"');
      expect(new TextDecoder().decode(getSignedBytes(parsed))).toBe(signed);
      const seen = nothing();
      compare(bytes, seen);
      expect(seen).toEqual({ ...nothing(), canonical: 1, 'signed in place': 1 });
    }
  });

  it('other members called signature are signed', () => {
    const texts = [
      '{"cert":{"signature":"mine"},"z":{"signature":"y"}}',
      '{"a":{"signature":"y"},"cert":{"version":1}}',
      '{"cert":{"version":1},"z":{"signature":"y"}}',
      '{"cert":{"cert":{"signature":"y"},"z":{"signature":"y"}},"signature":"y"}',
      '{"cert":{"list":[{"signature":"y"}]},"z":[{"cert":{"signature":"y"}}]}',
    ];
    for (const text of texts) {
      const parsed = parseObject(encoder.encode(text), 'agents/cards/a.json', text.length);
      expect(parsed.isCanonical).toBe(true);
      const expected = text.replace('"signature":"mine"', '');
      expect(new TextDecoder().decode(getSignedBytes(parsed))).toBe(expected);
    }
  });

  it('one reading of damaged documents gives the same code', () => {
    const told = compareVerdicts(24);
    for (const code of ['accepted', 'not_canonical', 'malformed_json', 'bad_signature'] as const)
      expect(told.get(code) ?? 0, code).toBeGreaterThan(5);
  });
});
