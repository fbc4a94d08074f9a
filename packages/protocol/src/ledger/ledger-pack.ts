import { VerificationError } from '../cert/verification-error.ts';
import { canonicalJsonBytes } from '../json/canonical-json.ts';
import type { JsonObject } from '../json/json-value.ts';
import { objectKey } from '../keys/object-key.ts';
import { ledgerPackEntries, maxLedgerPackBytes, type TopicLedgerPack } from '../schema/topic-ledger-pack.ts';

/** More than everything in a pack but its entries, certificate included. */
const frameBytes = 4_096;

/** The first entry of the full pack that has this one. Packs begin nowhere else but behind a pack that was too large. */
export function firstOfPack(sequence: number): number {
  return sequence - ((sequence - 1) % ledgerPackEntries);
}

/** Last entry of the full pack that has this one. */
export function lastOfPack(sequence: number): number {
  return firstOfPack(sequence) + ledgerPackEntries - 1;
}

/** Number of these texts, from the first on, that fit into one pack: all unless they are large. */
export function entriesThatFit(texts: readonly string[]): number {
  let left = maxLedgerPackBytes - frameBytes;
  const tooLarge = texts.findIndex((text) => {
    left -= canonicalJsonBytes(text).length + 1;
    return left < 0;
  });
  return tooLarge === -1 ? texts.length : tooLarge;
}

/** A pack without its certificate, of the texts that lie at the keys of these entries. */
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
 * The texts of a certified pack by their entries' numbers, nothing in them believed yet. Refused is a pack whose numbers
 * do not fit its entries, or that reaches into the next: no reader has to guess which entry a text is.
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
