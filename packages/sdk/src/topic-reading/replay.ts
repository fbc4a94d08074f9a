import { ReplayError, type ReplayState, replayEntry } from '@agent-home/modes';
import { hashState, type JsonObject, type LedgerHead, type TopicLedgerEntry } from '@agent-home/protocol';

export type ReplayResult =
  | {
      equal: true;
      sequence: number;
      stateSha256: string;
      /** Entries whose body was erased: what they led to could not be judged again, only held against the chain. */
      gaps: readonly number[];
    }
  | {
      equal: false;
      /** The first entry that does not follow from those before it, or the last where the outcome differs. */
      sequence: number;
      code: ReplayError['code'] | 'empty_ledger' | 'head_differs' | 'published_state_differs';
      detail: string;
    };

/** What a topic's `state.json` says. */
export interface PublishedState {
  ledger: LedgerHead;
  state: JsonObject;
}

/**
 * Judges a whole ledger again, first entry to last, and compares the outcome with the published state. Reads nothing
 * by itself, so that it also works on entries kept elsewhere; whether they are certified is for the caller to know.
 */
export async function replayLedger(
  entries: AsyncIterable<TopicLedgerEntry> | Iterable<TopicLedgerEntry>,
  published: PublishedState,
): Promise<ReplayResult> {
  let at: ReplayState | undefined;
  try {
    for await (const entry of entries) at = replayEntry(at, entry);
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    return { equal: false, sequence: error.sequence, code: error.code, detail: error.message };
  }
  if (!at) return { equal: false, sequence: 0, code: 'empty_ledger', detail: 'there is no entry' };
  return compare(at, published);
}

function compare({ head, state, gaps }: ReplayState, published: PublishedState): ReplayResult {
  const { sequence } = head;
  if (sequence !== published.ledger.sequence || head.hash !== published.ledger.hash) {
    const detail = `the published state names entry ${published.ledger.sequence} and another hash`;
    return { equal: false, sequence, code: 'head_differs', detail };
  }
  const stateSha256 = hashState(state);
  if (hashState(published.state) === stateSha256) return { equal: true, sequence, stateSha256, gaps };
  const detail = 'the published state is not the one the ledger leads to';
  return { equal: false, sequence, code: 'published_state_differs', detail };
}
