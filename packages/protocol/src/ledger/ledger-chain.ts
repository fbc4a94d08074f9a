import { VerificationError } from '../cert/verification-error.ts';
import { sha256Hex } from '../hash/sha256.ts';
import { canonicalJsonBytes } from '../json/canonical-json.ts';
import type { JsonObject } from '../json/json-value.ts';
import { objectKey } from '../keys/object-key.ts';
import type { LedgerHeader, TopicLedgerEntry } from '../schema/topic-ledger-entry.ts';
import { bodyMatches } from './commitment.ts';

/** Where a reader of a ledger stands: the last entry it accepted. */
export interface LedgerHead {
  sequence: number;
  hash: string;
}

export function hashLedgerHeader(header: LedgerHeader): string {
  return sha256Hex(canonicalJsonBytes(header as JsonObject));
}

/** Hash of a mode's state, as ledger headers name it. */
export function hashState(state: JsonObject): string {
  return sha256Hex(canonicalJsonBytes(state));
}

/**
 * Accepts the next entry of a ledger or throws `VerificationError` `broken_chain`: its number, its link to the
 * entry before, and its body against the commitment. The entry's certificate has been verified before.
 */
export function followLedger(head: LedgerHead | undefined, entry: TopicLedgerEntry): LedgerHead {
  const { header } = entry;
  const key = objectKey('topic_ledger_entry', { topic_id: entry.topic_id, sequence: entry.sequence });
  const broken = (message: string) => new VerificationError('broken_chain', key, message);
  if (header.topic_id !== entry.topic_id || header.sequence !== entry.sequence) {
    throw broken('its header is another entry’s');
  }
  if (header.sequence !== (head?.sequence ?? 0) + 1) throw broken('does not follow the entry before');
  if (header.previous !== head?.hash) throw broken('names another entry as the one before');
  if (entry.body) {
    const { commitment } = header.input;
    if (commitment === undefined || !bodyMatches(entry.body, commitment)) {
      throw broken('its body is not what was committed to');
    }
  }
  return { sequence: header.sequence, hash: hashLedgerHeader(header) };
}
