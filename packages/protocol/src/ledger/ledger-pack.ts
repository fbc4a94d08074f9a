import { VerificationError } from '../cert/verification-error.ts';
import { canonicalJsonBytes } from '../json/canonical-json.ts';
import type { JsonObject } from '../json/json-value.ts';
import { objectKey } from '../keys/object-key.ts';
import { ledgerPackEntries, maxLedgerPackBytes, type TopicLedgerPack } from '../schema/topic-ledger-pack.ts';

/** Maximum size of a pack without its entries, including the certificate. */
const frameBytes = 4_096;

/** Returns the first entry of the full pack that contains this one. A pack begins elsewhere only after one that was too large. */
export function firstOfPack(sequence: number): number {
  return sequence - ((sequence - 1) % ledgerPackEntries);
}

/** Returns the last entry of the full pack that contains this one. */
export function lastOfPack(sequence: number): number {
  return firstOfPack(sequence) + ledgerPackEntries - 1;
}

/** Returns the number of texts, from the first on, that fit into one pack: all unless they are large. */
export function entriesThatFit(texts: readonly string[]): number {
  let left = maxLedgerPackBytes - frameBytes;
  const tooLarge = texts.findIndex((text) => {
    left -= canonicalJsonBytes(text).length + 1;
    return left < 0;
  });
  return tooLarge === -1 ? texts.length : tooLarge;
}

/** Returns a pack without its certificate, from the published texts of these entries. */
export function packBody(topicId: string, first: number, texts: readonly string[]): JsonObject {
  return {
    kind: 'topic_ledger_pack',
    schema_version: 1,
    topic_id: topicId,
    sequence: first,
    last_sequence: first + texts.length - 1,
    entries: [...texts],
  };
}

/**
 * Returns the texts of a certified pack by their entries' numbers, not verified yet. Rejects a pack whose numbers do not fit its
 * entries, or that extends into the next one, so that no reader has to guess the entry of a text.
 * @throws VerificationError `invalid_schema`
 */
export function openLedgerPack(pack: TopicLedgerPack): ReadonlyMap<number, string> {
  const { topic_id, sequence: first, last_sequence: last, entries } = pack;
  if (last !== first + entries.length - 1 || firstOfPack(first) !== firstOfPack(last)) {
    const key = objectKey('topic_ledger_pack', { topic_id, sequence: first });
    throw new VerificationError('invalid_schema', key, 'does not contain the entries of its numbers');
  }
  return new Map(entries.map((text, index) => [first + index, text]));
}
