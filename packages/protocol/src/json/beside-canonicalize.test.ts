import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDouble, anyJson } from '../testing/any-json.ts';
import { getDouble, rfcNumbers } from '../testing/rfc-8785.ts';
import { canonicalJson } from './canonical-json.ts';

/** Compares with the package `canonicalize`, by the authors of the RFC's reference implementation. */
describe('canonical JSON and the package canonicalize', () => {
  it('every JSON value has the same text in both', () => {
    let containers = 0;
    fc.assert(
      fc.property(anyJson, (value) => {
        if (typeof value === 'object' && value !== null) containers += 1;
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
      { numRuns: 5_000 },
    );
    expect(containers).toBeGreaterThan(500);
  });

  it('every double has the same spelling in both', () => {
    fc.assert(
      fc.property(anyDouble, (value) => {
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
      { numRuns: 20_000 },
    );
  });

  it.each(rfcNumbers)('the double %s of the RFC is %s in both', (bits, text) => {
    expect([canonicalJson(getDouble(bits)), canonicalize(getDouble(bits))]).toEqual([text, text]);
  });

  it('the RFC’s order of names is both’s', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const value = Object.fromEntries(names.map((name, index) => [name, index]));
    const order = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'];
    const text = `{${order.map((name) => `${JSON.stringify(name)}:${names.indexOf(name)}`).join(',')}}`;
    expect([canonicalJson(value), canonicalize(value)]).toEqual([text, text]);
  });
});
