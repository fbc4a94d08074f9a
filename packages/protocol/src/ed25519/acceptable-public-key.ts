import { Point } from '@noble/ed25519';
import { isStrictPointEncoding } from './point-encoding.ts';

/** Returns true if the bytes may be registered as a public key: canonical, on the curve, not of low order. */
export function isAcceptablePublicKey(bytes: Uint8Array): boolean {
  if (bytes.length !== 32 || !isStrictPointEncoding(bytes, 0)) return false;
  try {
    Point.fromBytes(bytes);
    return true;
  } catch {
    return false;
  }
}
