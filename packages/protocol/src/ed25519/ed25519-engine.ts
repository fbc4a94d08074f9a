/**
 * Arithmetic below `strictEd25519`, which has already checked lengths and the form of points and scalar. `verify` checks the
 * equation without cofactor, and returns `false` for a public key that is not on the curve.
 */
export interface Ed25519Engine {
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
  verifyLater(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean>;
  sign(secretKey: Uint8Array, message: Uint8Array): Uint8Array;
  publicKeyOf(secretKey: Uint8Array): Uint8Array;
}
