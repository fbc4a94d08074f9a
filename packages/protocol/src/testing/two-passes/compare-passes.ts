import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { expect } from 'vitest';
import { parseObject } from '../../cert/parse-object.ts';
import { getSignedBytes, signedBytes } from '../../cert/signed-bytes.ts';
import { JsonError } from '../../json/json-error.ts';
import type { JsonObject, JsonValue } from '../../json/json-value.ts';
import { parseStrictJson, scanStrictJson } from '../../json/parse-strict-json.ts';
import { anyJson, anyName } from '../any-json.ts';
import { damaged, drawFrom, spellJson } from '../spell-json.ts';
import { readTwice } from './read-twice.ts';

/** Outcomes of documents, counted, so that a comparison without cases fails. */
export type Seen = Record<'canonical' | 'respelt' | 'refused' | 'signed in place' | 'signed anew', number>;

export const nothing = (): Seen => ({
  canonical: 0,
  respelt: 0,
  refused: 0,
  'signed in place': 0,
  'signed anew': 0,
});

const anyMembers = fc.dictionary(anyName, anyJson, { maxKeys: 4 });

/** Documents like the platform's, with a certificate among the members, and with its names in unexpected places. */
const anyDocument: fc.Arbitrary<JsonValue> = fc.oneof(
  anyJson,
  fc
    .tuple(anyMembers, anyMembers, fc.oneof(fc.base64String({ maxLength: 8 }), anyJson))
    .map(([body, cert, signature]) => ({ ...body, cert: { ...cert, signature } })),
  fc.tuple(anyMembers, anyJson).map(([body, cert]) => ({ ...body, cert })),
  fc
    .tuple(anyMembers, fc.constantFrom('a', 'z'), fc.boolean(), anyJson)
    .map(([body, name, isSigned, inner]) => ({
      ...body,
      [name]: { signature: inner, cert: { signature: inner } },
      cert: { cert: { signature: inner }, ...(isSigned ? { signature: 'x' } : {}), z: { signature: inner } },
      list: [{ cert: { signature: inner } }, { signature: { cert: inner } }],
      signature: { cert: inner, signature: inner },
    })),
);

/** Texts of such documents: canonical, with one or many deviations, and with invalid bytes. */
const anyBytes = fc
  .record({
    document: anyDocument,
    seed: fc.integer(),
    rarity: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 60, 60, 8),
    isDamaged: fc.nat({ max: 3 }).map((drawn) => drawn === 0),
  })
  .map(({ document, seed, rarity, isDamaged }) => {
    const draw = drawFrom(seed);
    const bytes = new TextEncoder().encode(spellJson(document, draw, rarity));
    return isDamaged ? damaged(bytes, draw) : bytes;
  });

/** Reads this many documents in one pass, in two, and with the package canonicalize, and returns what kinds they were. */
export function comparePasses(numRuns: number): Seen {
  const seen = nothing();
  fc.assert(
    fc.property(anyBytes, (bytes) => compare(bytes, seen)),
    { numRuns },
  );
  return seen;
}

export function compare(bytes: Uint8Array, seen: Seen): void {
  const twice = getOutcome(() => readTwice(bytes));
  const once = getOutcome(() => scanStrictJson(bytes, { path: ['cert', 'signature'] }));
  if ('refusal' in twice || 'refusal' in once) {
    seen.refused += 1;
    // Code, message and position are equal.
    expect(once).toEqual(twice);
    return;
  }
  seen[twice.isCanonical ? 'canonical' : 'respelt'] += 1;
  // Compares values including the order of names in the text.
  expect(JSON.stringify(once.value)).toBe(JSON.stringify(twice.value));
  expect(JSON.stringify(parseStrictJson(bytes))).toBe(JSON.stringify(twice.value));
  expect(once.isCanonical).toBe(twice.isCanonical);
  expect(once.isCanonical).toBe(canonicalize(once.value) === once.text);
  if (isObject(once.value) && isObject(once.value.cert))
    compareSigned(bytes, once.value, once.value.cert, seen);
}

function compareSigned(bytes: Uint8Array, object: JsonObject, cert: JsonObject, seen: Seen): void {
  const parsed = parseObject(bytes, 'agents/cards/a.json', bytes.length);
  const signed = new TextDecoder().decode(getSignedBytes(parsed));
  const { signature, ...rest } = cert;
  seen[parsed.isCanonical && signature !== undefined ? 'signed in place' : 'signed anew'] += 1;
  expect(signed).toBe(new TextDecoder().decode(signedBytes(object).signed));
  expect(signed).toBe(canonicalize({ ...object, cert: rest }));
}

function getOutcome<Read>(read: () => Read): Read | { refusal: [code: string, message: string] } {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { refusal: [error.code, error.message] };
  }
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
