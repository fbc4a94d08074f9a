import { publicKeyOf, signEd25519 } from '../ed25519/ed25519.ts';
import { sha256Hex } from '../hash/sha256.ts';
import { encodeBase64Url } from '../text/base64url.ts';

/** Signs bytes with one key. The secret stays inside. */
export interface Signer {
  keyId: string;
  /** base64url */
  publicKey: string;
  sign(message: Uint8Array): Uint8Array;
}

/** Derives the id of a key from its own bytes, so that no document can give a key another's id. */
export function keyIdOf(publicKey: Uint8Array): string {
  return `ed25519-${sha256Hex(publicKey).slice(0, 32)}`;
}

/** `secretKey` is the 32-byte seed of RFC 8032. */
export function signerOf(secretKey: Uint8Array): Signer {
  const publicKey = publicKeyOf(secretKey);
  return {
    keyId: keyIdOf(publicKey),
    publicKey: encodeBase64Url(publicKey),
    sign: (message) => signEd25519({ secretKey, message }),
  };
}
