import { sha256Hex } from '../hash/sha256.ts';
import type { LedgerBody } from '../schema/topic-ledger-entry.ts';
import { decodeBase64Url } from '../text/base64url.ts';

/**
 * Returns sha256(salt ‖ bytes), which commits an entry to its input without disclosing it. The salt is 32
 * random bytes.
 */
export function commitmentOf(salt: Uint8Array, bytes: Uint8Array): string {
  const joined = new Uint8Array(salt.length + bytes.length);
  joined.set(salt);
  joined.set(bytes, salt.length);
  return sha256Hex(joined);
}

/** Returns true if a published body matches the commitment. */
export function bodyMatches(body: LedgerBody, commitment: string): boolean {
  const salt = decodeBase64Url(body.salt);
  return salt !== undefined && commitmentOf(salt, new TextEncoder().encode(body.text)) === commitment;
}
