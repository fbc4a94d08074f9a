import { revealSchema } from '@agent-home/modes';
import { bodyMatches, parseStrictJson, type TopicLedgerEntry } from '@agent-home/protocol';
import type { LedgerReader } from './ledger-reader.ts';

/** A sealed object's bytes, and the entry that had judged them unseen. */
interface OpenedReveal {
  sealedSequence: number;
  objectKey: string;
  text: string;
}

/**
 * What a `reveal` entry opens; `undefined` for a reveal of something else than an object. What it says to have been
 * sealed is held against what was committed to then: a platform that shows other words than it was sent is found out.
 * @throws VerificationError `broken_chain`
 */
export async function openedReveal(
  entry: TopicLedgerEntry,
  ledger: Pick<LedgerReader, 'entryAt' | 'refuse'>,
): Promise<OpenedReveal | undefined> {
  if (!entry.body) return undefined;
  const reveal = revealSchema.safeParse(parseStrictJson(new TextEncoder().encode(entry.body.text))).data;
  if (!reveal || 'random_secret' in reveal || reveal.sequence >= entry.sequence) return undefined;
  const { sequence: sealedSequence, salt, text } = reveal;
  const { input } = (await ledger.entryAt(sealedSequence)).header;
  if (input.commitment === undefined || !bodyMatches({ salt, text }, input.commitment)) {
    ledger.refuse(entry.cert.object_key, `shows something else than entry ${sealedSequence} had sealed`);
  }
  return input.object_key === undefined ? undefined : { sealedSequence, objectKey: input.object_key, text };
}
