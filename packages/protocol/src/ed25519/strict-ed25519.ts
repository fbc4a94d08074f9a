import type { Ed25519Engine } from './ed25519-engine.ts';
import { isStrictPointEncoding } from './point-encoding.ts';
import { isStrictScalarEncoding } from './scalar-encoding.ts';

export interface SignedMessage {
  publicKey: Uint8Array;
  message: Uint8Array;
  signature: Uint8Array;
}

export interface Ed25519 {
  /** Returns `false` for any invalid input of any length; never throws. */
  verifyEd25519(input: SignedMessage): boolean;
  /**
   * Verifies like `verifyEd25519`, but off the caller's thread if the platform supports that, so that a server handles other
   * requests meanwhile.
   */
  verifyEd25519Later(input: SignedMessage): Promise<boolean>;
  /** Signs deterministically and returns 64 bytes (RFC 8032). `secretKey` is the 32-byte seed; RangeError for another length. */
  signEd25519(input: { secretKey: Uint8Array; message: Uint8Array }): Uint8Array;
  /** Returns the 32-byte public key of a 32-byte seed; RangeError for another length. */
  publicKeyOf(secretKey: Uint8Array): Uint8Array;
}

/**
 * Applies one rule to any engine, so that every reader of the home accepts the same signatures:
 *
 * - A and R are canonical encodings (y < p) and not of low order, S < L;
 * - the equation is the one without cofactor, R = [S]B - [k]A, compared as bytes.
 *
 * Low order is rejected for A because such a key can verify every message. It is rejected for R because an honest signer never
 * produces one: its nonce would be zero, and S would disclose the secret key. Without the cofactor no torsion can be added to R, so
 * a signature has no second valid form.
 */
export function strictEd25519(engine: Ed25519Engine): Ed25519 {
  return {
    verifyEd25519(signed) {
      return isStrictlyEncoded(signed) && engine.verify(signed.publicKey, signed.message, signed.signature);
    },
    async verifyEd25519Later(signed) {
      return (
        isStrictlyEncoded(signed) && engine.verifyLater(signed.publicKey, signed.message, signed.signature)
      );
    },
    signEd25519({ secretKey, message }) {
      assertSeed(secretKey);
      return engine.sign(secretKey, message);
    },
    publicKeyOf(secretKey) {
      assertSeed(secretKey);
      return engine.publicKeyOf(secretKey);
    },
  };
}

function isStrictlyEncoded({ publicKey, signature }: SignedMessage): boolean {
  return (
    publicKey.length === 32 &&
    signature.length === 64 &&
    isStrictPointEncoding(publicKey, 0) &&
    isStrictPointEncoding(signature, 0) &&
    isStrictScalarEncoding(signature, 32)
  );
}

function assertSeed(secretKey: Uint8Array): void {
  if (secretKey.length !== 32) throw new RangeError('an Ed25519 secret key is a seed of 32 bytes');
}
