import { hash, Point } from '@noble/ed25519';
// The engine provides the hash to the library.
import '../ed25519/noble-engine.ts';
import type { SignedMessage } from '../ed25519/strict-ed25519.ts';

export const { n: ORDER, p: FIELD } = Point.CURVE();
const SIGN_BIT = 1n << 255n;

/** A point of order eight, so that its multiples are all eight points of low order. */
export const GENERATOR_OF_TORSION = findPointOfOrderEight();
export const LOW_ORDER = Array.from({ length: 8 }, (_, index) =>
  GENERATOR_OF_TORSION.multiplyUnsafe(BigInt(index)),
);

/** Returns all 19 values of y from p to 2^255 - 1 with both signs, and the two encodings of x = -0. */
export function nonCanonicalEncodings(): [string, Uint8Array][] {
  const encodings: [string, Uint8Array][] = [
    ['(-0, 1)', getBytes(1n + SIGN_BIT)],
    ['(-0, -1)', getBytes(FIELD - 1n + SIGN_BIT)],
  ];
  for (let excess = 0n; excess < 19n; excess++) {
    encodings.push([`p + ${excess}`, getBytes(FIELD + excess)]);
    encodings.push([`p + ${excess}, negative`, getBytes(FIELD + excess + SIGN_BIT)]);
  }
  return encodings;
}

function findPointOfOrderEight(): Point {
  for (let y = 2n; ; y++) {
    const point = decode(getBytes(y));
    // [L]P leaves only the torsion part of P.
    const torsion = point?.multiplyUnsafe(ORDER - 1n).add(point);
    if (torsion !== undefined && !torsion.double().double().is0()) return torsion;
  }
}

export function findOffCurve(): Uint8Array {
  for (let y = 2n; ; y++) if (decode(getBytes(y)) === undefined) return getBytes(y);
}

function decode(bytes: Uint8Array): Point | undefined {
  try {
    return Point.fromBytes(bytes);
  } catch {
    return undefined;
  }
}

export function getBytes(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn));
}

/**
 * Searches for a message for which the equation without cofactor holds or not, as requested. Both occur within
 * a few tries, since only k modulo eight decides.
 */
export function craft(wanted: {
  publicKey: Point;
  r: Point;
  s: (k: bigint) => bigint;
  holds: boolean;
}): SignedMessage {
  const publicKey = wanted.publicKey.toBytes();
  const r = wanted.r.toBytes();
  for (let attempt = 0; attempt < 1000; attempt++) {
    const message = Uint8Array.of(attempt >> 8, attempt & 0xff);
    const k = toNumber(hash(Uint8Array.from([...r, ...publicKey, ...message]))) % ORDER;
    const s = wanted.s(k) % ORDER;
    const right = Point.BASE.multiplyUnsafe(s).subtract(wanted.publicKey.multiplyUnsafe(k));
    if (right.equals(wanted.r) === wanted.holds) {
      return { publicKey, message, signature: Uint8Array.from([...r, ...getBytes(s)]) };
    }
  }
  throw new Error('no message found');
}

export function toNumber(littleEndian: Uint8Array): bigint {
  return littleEndian.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}
