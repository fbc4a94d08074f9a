/**
 * The arithmetic below `strictEd25519`, which has checked lengths and the form of points and scalar before.
 * `verify` answers for the equation without cofactor, and `false` for a public key that is off the curve.
 */
export interface Ed25519Engine {
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
  verifyLater(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean>;
  sign(secretKey: Uint8Array, message: Uint8Array): Uint8Array;
  publicKeyOf(secretKey: Uint8Array): Uint8Array;
}
