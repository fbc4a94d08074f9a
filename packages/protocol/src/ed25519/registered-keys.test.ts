import { getPublicKey, Point } from '@noble/ed25519';
import { describe, expect, it } from 'vitest';
import {
  findOffCurve,
  GENERATOR_OF_TORSION,
  LOW_ORDER,
  nonCanonicalEncodings,
} from '../testing/ed25519-edge-cases-support.ts';
import { isAcceptablePublicKey } from './acceptable-public-key.ts';
// Provides the hash that the noble library's functions need in this test.
import './noble-engine.ts';

describe('a public key for registration', () => {
  it('is accepted when honest, also with a torsion part', () => {
    expect(isAcceptablePublicKey(getPublicKey(new Uint8Array(32).fill(1)))).toBe(true);
    expect(isAcceptablePublicKey(Point.BASE.add(GENERATOR_OF_TORSION).toBytes())).toBe(true);
  });

  it.each(LOW_ORDER.map((point, index) => [index, point.toBytes()] as const))(
    'is refused as [%i]T of low order',
    (_index, bytes) => {
      expect(isAcceptablePublicKey(bytes)).toBe(false);
    },
  );

  it.each(nonCanonicalEncodings())('is refused in the non-canonical encoding %s', (_label, bytes) => {
    expect(isAcceptablePublicKey(bytes)).toBe(false);
  });

  it('is refused off the curve and in another length', () => {
    expect(isAcceptablePublicKey(findOffCurve())).toBe(false);
    const honest = getPublicKey(new Uint8Array(32).fill(1));
    expect(isAcceptablePublicKey(honest.subarray(1))).toBe(false);
    expect(isAcceptablePublicKey(Uint8Array.from([...honest, 0]))).toBe(false);
    expect(isAcceptablePublicKey(new Uint8Array())).toBe(false);
  });
});
