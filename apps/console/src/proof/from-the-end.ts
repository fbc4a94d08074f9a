import { firstOfPack, type TopicState } from '@agent-home/protocol';
import type { LedgerSource } from './ledger-source.ts';
import type { ReadEntry } from './read-entry.ts';

/** Number of messages that fill a screen, and some more. */
export const newestLines = 60;
/** Minimum length of a long ledger. A shorter one is a single page and is read from its start. */
export const longLedger = 250;

/**
 * Returns the end of a ledger by an unverified state: it only determines where to start reading, and entries
 * are verified as always. 0 if unknown.
 */
export function findEnd(stateText: string | undefined): number {
  try {
    const { ledger } = JSON.parse(stateText ?? '{}') as Partial<TopicState>;
    return Number.isSafeInteger(ledger?.sequence) ? (ledger?.sequence ?? 0) : 0;
  } catch {
    return 0;
  }
}

/** Yields the entries before one, back to the first, in the slices of packs. Requests the next slice in the meantime. */
export async function* slicesBefore(
  sequence: number,
  hashBefore: string | undefined,
  source: LedgerSource,
): AsyncGenerator<ReadEntry[], void, void> {
  let next = begin(sequence - 1, hashBefore, source);
  while (next) {
    const read = await next.reading;
    // Missing entries are diagnosed when reading from the start.
    if (read.length < next.last - next.first + 1) return;
    next = begin(next.first - 1, read[0]?.view.previous, source);
    yield read;
  }
}

function begin(last: number, lastHash: string | undefined, source: LedgerSource) {
  if (last < 1) return undefined;
  const first = firstOfPack(last);
  const reading = source.slice(first, last, lastHash);
  // The waiting caller gets the rejection.
  reading.catch(() => {});
  return { first, last, reading };
}
