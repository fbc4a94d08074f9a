import { getPublicKey, Point, sign } from '@noble/ed25519';
import { describe, expect, it } from 'vitest';
import {
  craft,
  findOffCurve,
  GENERATOR_OF_TORSION,
  getBytes,
  LOW_ORDER,
  nonCanonicalEncodings,
  ORDER,
  toNumber,
} from '../testing/ed25519-edge-cases-support.ts';
import { ed25519Engine as nobleEngine } from './noble-engine.ts';
import { ed25519Engine as nodeEngine } from './node-engine.ts';
import { strictEd25519 } from './strict-ed25519.ts';

const engines = [
  ['node', strictEd25519(nodeEngine)],
  ['noble', strictEd25519(nobleEngine)],
] as const;

describe.each(engines)('the strict rule on the %s engine', (_name, { verifyEd25519 }) => {
  const secret = 0x1234_5678_9abcn;
  const nonce = 0xfeed_beefn;
  const prime = Point.BASE.multiply(secret);

  it.each(LOW_ORDER.map((point, index) => [index, point] as const))(
    'refuses public key [%i]T of low order although the equation holds',
    (_index, point) => {
      // k is a multiple of the point's order and R = [S]B: without the check this would "sign" the message.
      const forged = craft({ publicKey: point, r: Point.BASE.multiply(nonce), s: () => nonce, holds: true });
      expect(verifyEd25519(forged)).toBe(false);
    },
  );

  it('refuses the identity key with S = 0, unlike Node', () => {
    const identity = Point.ZERO.toBytes();
    const forged = {
      publicKey: identity,
      message: Uint8Array.of(1, 2, 3),
      signature: Uint8Array.from([...identity, ...new Uint8Array(32)]),
    };
    expect(nodeEngine.verify(forged.publicKey, forged.message, forged.signature)).toBe(true);
    expect(verifyEd25519(forged)).toBe(false);
  });

  it.each(LOW_ORDER.map((point, index) => [index, point] as const))(
    'refuses R = [%i]T of low order although the equation holds',
    (_index, point) => {
      const mixed = prime.add(GENERATOR_OF_TORSION);
      const forged = craft({ publicKey: mixed, r: point, s: (k) => k * secret, holds: true });
      expect(verifyEd25519(forged)).toBe(false);
    },
  );

  it('accepts a key with a torsion part where the equation holds without the cofactor', () => {
    const mixed = prime.add(GENERATOR_OF_TORSION);
    const signed = craft({
      publicKey: mixed,
      r: Point.BASE.multiply(nonce),
      s: (k) => nonce + k * secret,
      holds: true,
    });
    expect(verifyEd25519(signed)).toBe(true);
  });

  it.each([1, 2, 3, 4, 5, 6, 7])('refuses a key with torsion part [%i]T', (index) => {
    const mixed = prime.add(LOW_ORDER[index] ?? Point.ZERO);
    const signed = craft({
      publicKey: mixed,
      r: Point.BASE.multiply(nonce),
      s: (k) => nonce + k * secret,
      holds: false,
    });
    expect(verifyEd25519(signed)).toBe(false);
  });

  it.each([1, 2, 3, 4, 5, 6, 7])('refuses a signature whose R was shifted by [%i]T', (index) => {
    const shifted = Point.BASE.multiply(nonce).add(LOW_ORDER[index] ?? Point.ZERO);
    const signed = craft({ publicKey: prime, r: shifted, s: (k) => nonce + k * secret, holds: false });
    expect(verifyEd25519(signed)).toBe(false);
  });

  it('accepts key and R with torsion parts that cancel', () => {
    const mixed = prime.add(GENERATOR_OF_TORSION);
    const r = Point.BASE.multiply(nonce).add(LOW_ORDER[3] ?? Point.ZERO);
    const signed = craft({ publicKey: mixed, r, s: (k) => nonce + k * secret, holds: true });
    expect(verifyEd25519(signed)).toBe(true);
  });

  it.each([1n, 2n, 7n, 14n])('refuses S + %i L', (times) => {
    const signed = craft({
      publicKey: prime,
      r: Point.BASE.multiply(nonce),
      s: (k) => nonce + k * secret,
      holds: true,
    });
    expect(verifyEd25519(signed)).toBe(true);
    const s = toNumber(signed.signature.subarray(32)) + times * ORDER;
    const respelled = {
      ...signed,
      signature: Uint8Array.from([...signed.signature.subarray(0, 32), ...getBytes(s)]),
    };
    expect(verifyEd25519(respelled)).toBe(false);
  });

  it.each([
    ['L', ORDER],
    ['2^255 - 1', (1n << 255n) - 1n],
    ['2^256 - 1', (1n << 256n) - 1n],
  ])('refuses S = %s', (_label, s) => {
    const r = Point.BASE.multiply(nonce).toBytes();
    const signature = Uint8Array.from([...r, ...getBytes(s)]);
    expect(verifyEd25519({ publicKey: prime.toBytes(), message: r, signature })).toBe(false);
  });

  it.each(nonCanonicalEncodings())(
    'refuses the non-canonical encoding %s as key and as R',
    (_label, encoding) => {
      const message = Uint8Array.of(1);
      const genuine = sign(message, new Uint8Array(32).fill(9));
      const genuineKey = getPublicKey(new Uint8Array(32).fill(9));
      expect(verifyEd25519({ publicKey: encoding, message, signature: genuine })).toBe(false);
      const signature = Uint8Array.from([...encoding, ...genuine.subarray(32)]);
      expect(verifyEd25519({ publicKey: genuineKey, message, signature })).toBe(false);
      expect(verifyEd25519({ publicKey: encoding, message, signature })).toBe(false);
    },
  );

  it('refuses keys off the curve', () => {
    const offCurve = findOffCurve();
    const message = Uint8Array.of(1);
    const signature = sign(message, new Uint8Array(32).fill(9));
    expect(verifyEd25519({ publicKey: offCurve, message, signature })).toBe(false);
  });
});
