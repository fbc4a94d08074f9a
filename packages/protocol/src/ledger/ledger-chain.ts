import { sha256Hex } from '../hash/sha256.ts';
import { canonicalJsonBytes } from '../json/canonical-json.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { LedgerHeader } from '../schema/topic-ledger-entry.ts';

/** Last entry of a ledger that a reader accepted. */
export interface LedgerHead {
  sequence: number;
  hash: string;
}

export function hashLedgerHeader(header: LedgerHeader): string {
  return sha256Hex(canonicalJsonBytes(header as JsonObject));
}

/** Returns the hash of a mode's state, as named by ledger headers. */
export function hashState(state: JsonObject): string {
  return sha256Hex(canonicalJsonBytes(state));
}
