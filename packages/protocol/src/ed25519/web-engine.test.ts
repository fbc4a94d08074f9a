import { webcrypto } from 'node:crypto';
import { verify as cofactoredVerify, hashes } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAcceptablePublicKey } from './acceptable-public-key.ts';
import type { Ed25519Engine } from './ed25519-engine.ts';
import { ed25519Engine as nobleEngine } from './noble-engine.ts';
import { strictEd25519 } from './strict-ed25519.ts';
import { type Subtle, webEngine } from './web-engine.ts';

hashes.sha512 = sha512;

const subtle: Subtle = webcrypto.subtle;
const secretKey = new Uint8Array(32).fill(7);
const message = Uint8Array.of(1, 2, 3);
const publicKey = nobleEngine.publicKeyOf(secretKey);
const signature = nobleEngine.sign(secretKey, message);

/** Counts verifications by the fallback. */
function countingFallback() {
  let verified = 0;
  const engine: Ed25519Engine = {
    ...nobleEngine,
    verify(...signed) {
      verified += 1;
      return nobleEngine.verify(...signed);
    },
  };
  return { engine, verified: () => verified };
}

/** WebCrypto of a browser that multiplies by the cofactor: it accepts signatures that others reject. */
const cofactoredSubtle = {
  importKey: async (_format: string, bytes: Uint8Array) => bytes,
  verify: async (_algorithm: string, key: Uint8Array, sig: Uint8Array, data: Uint8Array) =>
    cofactoredVerify(sig, data, key, { zip215: false }),
} as Subtle;

const withoutEd25519 = {
  importKey: async () => {
    throw new DOMException('Unrecognized name.', 'NotSupportedError');
  },
  verify: async () => true,
} as Subtle;

describe('the engine of a browser', () => {
  it('a cached result applies to its exact message', async () => {
    const web = webEngine(subtle, nobleEngine);
    expect(await web.verifyLater(publicKey, message, signature)).toBe(true);
    expect(web.verify(publicKey, message, signature)).toBe(true);
    for (const other of [
      Uint8Array.of(1, 2, 3, 4),
      Uint8Array.of(1, 2),
      Uint8Array.of(),
      Uint8Array.of(1, 2, 4),
    ])
      expect(web.verify(publicKey, other, signature)).toBe(false);
  });

  it('a key off the curve holds for nothing, and is no error', async () => {
    const offTheCurve = Array.from({ length: 50 }, (_, y) => new Uint8Array(32).fill(y + 2, 0, 1)).filter(
      (key) => !isAcceptablePublicKey(key),
    );
    expect(offTheCurve.length).toBeGreaterThan(5);
    const web = webEngine(subtle, nobleEngine);
    for (const key of offTheCurve) expect(await web.verifyLater(key, message, signature)).toBe(false);
  });

  it('agrees with the portable engine, later and at once', async () => {
    const web = strictEd25519(webEngine(subtle, nobleEngine));
    const portable = strictEd25519(nobleEngine);
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(bytes, fc.nat({ max: 3 }), fc.nat(), async (text, which, position) => {
        const signed = { publicKey, message: text, signature: nobleEngine.sign(secretKey, text) };
        const field = (['publicKey', 'message', 'signature'] as const)[which];
        const input = field ? { ...signed, [field]: flipBit(signed[field], position) } : signed;
        const verdict = portable.verifyEd25519(input);
        expect(await web.verifyEd25519Later(input)).toBe(verdict);
        expect(web.verifyEd25519(input)).toBe(verdict);
        expect(verdict).toBe(field === undefined);
      }),
      { numRuns: 60 },
    );
  });

  it('an earlier verification is known for the same bytes', async () => {
    const { engine, verified } = countingFallback();
    const web = webEngine(subtle, engine);
    expect(await web.verifyLater(publicKey, message, signature)).toBe(true);
    expect(web.verify(publicKey, message, signature)).toBe(true);
    expect(verified()).toBe(0);
    expect(web.verify(publicKey, Uint8Array.of(1, 2, 4), signature)).toBe(false);
    expect(web.verify(publicKey, Uint8Array.of(1, 2), signature)).toBe(false);
    expect(web.verify(nobleEngine.publicKeyOf(new Uint8Array(32)), message, signature)).toBe(false);
    expect(verified()).toBe(3);
  });

  it('a caller that changes its bytes afterwards changes no answer', async () => {
    const web = webEngine(subtle, nobleEngine);
    const changing = message.slice();
    expect(await web.verifyLater(publicKey, changing, signature)).toBe(true);
    changing[0] = 9;
    expect(web.verify(publicKey, changing, signature)).toBe(false);
  });

  it.each([
    ['that knows no Ed25519', withoutEd25519],
    ['that multiplies by the cofactor', cofactoredSubtle],
    ['that has none', undefined],
  ])('leaves everything to the portable engine in a browser %s', async (_which, native) => {
    const { engine, verified } = countingFallback();
    const web = webEngine(native, engine);
    expect(await web.verifyLater(publicKey, message, signature)).toBe(true);
    expect(await web.verifyLater(publicKey, Uint8Array.of(4), signature)).toBe(false);
    expect(verified()).toBe(2);
  });

  it('a key off the curve is refused, not an error', async () => {
    const web = webEngine(subtle, nobleEngine);
    const offCurve = Uint8Array.of(2, ...new Uint8Array(31));
    expect(nobleEngine.verify(offCurve, message, signature)).toBe(false);
    expect(await web.verifyLater(offCurve, message, signature)).toBe(false);
  });
});

function flipBit(bytes: Uint8Array, position: number): Uint8Array {
  const flipped = bytes.slice();
  const index = position % (bytes.length * 8);
  flipped[index >> 3] = (flipped[index >> 3] ?? 0) ^ (1 << (index & 7));
  return flipped;
}
