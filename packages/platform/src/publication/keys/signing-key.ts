import type { JsonObject, KeyPurpose, Signer } from '@agent-home/protocol';

const validityMs = 2 * 365 * 86_400_000;

/** Returns the key list entry of a key that may sign for two years from now. */
export function signingKey(purpose: KeyPurpose, signer: Signer, now: Date): JsonObject {
  return {
    key_id: signer.keyId,
    public_key: signer.publicKey,
    purpose,
    valid_from: now.toISOString(),
    valid_until: new Date(now.getTime() + validityMs).toISOString(),
  };
}
