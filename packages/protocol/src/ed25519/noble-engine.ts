import { etc, getPublicKey, hash, hashes, sign as nobleSign, Point } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import type { Ed25519Engine } from './ed25519-engine.ts';

hashes.sha512 = sha512;

const { n: ORDER } = Point.CURVE();

export const ed25519Engine: Ed25519Engine = {
  verify,
  verifyLater: async (publicKey, message, signature) => verify(publicKey, message, signature),
  sign,
  publicKeyOf,
};

/**
 * Verifies with the equation without cofactor, as OpenSSL does. The library's own `verify` multiplies by the cofactor even with
 * `zip215: false`, so it would accept signatures under mixed-order keys that Node rejects.
 */
function verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const r = signature.subarray(0, 32);
  const s = littleEndian(signature.subarray(32));
  const a = decode(publicKey);
  if (a === undefined) return false;
  const k = littleEndian(hash(etc.concatBytes(r, publicKey, message))) % ORDER;
  const expected = Point.BASE.multiplyUnsafe(s).subtract(a.multiplyUnsafe(k)).toBytes();
  return expected.every((byte, index) => byte === r[index]);
}

function sign(secretKey: Uint8Array, message: Uint8Array): Uint8Array {
  return nobleSign(message, secretKey);
}

function publicKeyOf(secretKey: Uint8Array): Uint8Array {
  return getPublicKey(secretKey);
}

function decode(bytes: Uint8Array): Point | undefined {
  try {
    return Point.fromBytes(bytes);
  } catch {
    return undefined;
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${etc.bytesToHex(bytes.toReversed())}`);
}
