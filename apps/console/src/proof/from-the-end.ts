import { firstOfPack, type TopicState } from '@agent-home/protocol';
import type { LedgerSource } from './ledger-source.ts';
import type { ReadEntry } from './read-entry.ts';

/** Lines that fill a screen, and some more. */
export const newestLines = 60;
/** A shorter ledger is one page, and read from its start at once. */
export const longLedger = 250;

/**
 * Where a ledger ends, by a state that nobody has verified yet: it tells where to begin to read and no more, what is read
 * there is verified like all else. 0 where nothing is said.
 */
export function endOf(stateText: string | undefined): number {
  try {
    const { ledger } = JSON.parse(stateText ?? '{}') as Partial<TopicState>;
    return Number.isSafeInteger(ledger?.sequence) ? (ledger?.sequence ?? 0) : 0;
  } catch {
    return 0;
  }
}

/** The entries before one, in slices as packs have them, from that one back to the first; the next is on its way meanwhile. */
export async function* slicesBefore(
  sequence: number,
  hashBefore: string | undefined,
  source: LedgerSource,
): AsyncGenerator<ReadEntry[], void, void> {
  let next = begin(sequence - 1, hashBefore, source);
  while (next) {
    const read = await next.reading;
    // What is missing is missing: from the start on, it is found out what.
    if (read.length < next.last - next.first + 1) return;
    next = begin(next.first - 1, read[0]?.view.previous, source);
    yield read;
  }
}

function begin(last: number, lastHash: string | undefined, source: LedgerSource) {
  if (last < 1) return undefined;
  const first = firstOfPack(last);
  const reading = source.slice(first, last, lastHash);
  // Whoever waits for it hears of it.
  reading.catch(() => {});
  return { first, last, reading };
}
