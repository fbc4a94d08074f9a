import { ReplayError, type ReplayState, replayEntry } from '@agent-home/modes';
import {
  compareState,
  hashState,
  type JsonObject,
  type LedgerHead,
  type TopicLedgerEntry,
} from '@agent-home/protocol';

export type ReplayResult =
  | {
      equal: true;
      sequence: number;
      stateSha256: string;
      /** Entries whose body was erased: their results could not be judged again, only compared with the chain. */
      gaps: readonly number[];
    }
  | {
      equal: false;
      /** First entry that does not follow from those before it, or the last one if the outcome differs. */
      sequence: number;
      code: ReplayError['code'] | 'empty_ledger' | 'head_differs' | 'published_state_differs';
      detail: string;
    };

/** Content of a topic's `state.json`. */
export interface PublishedState {
  ledger: LedgerHead;
  state: JsonObject;
}

/**
 * Judges a whole ledger again, from first to last entry, and compares the outcome with the published state. It reads no objects, so
 * that it also works on stored entries; the caller must ensure that they are certified.
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

const codes = { head_mismatch: 'head_differs', state_differs: 'published_state_differs' } as const;

function compare({ head, state, gaps }: ReplayState, published: PublishedState): ReplayResult {
  const { sequence, hash } = head;
  if (sequence !== published.ledger.sequence) {
    const detail = `the published state names entry ${published.ledger.sequence}, the last one is ${sequence}`;
    return { equal: false, sequence, code: 'head_differs', detail };
  }
  const difference = compareState(published, { hash, state });
  if (!difference) return { equal: true, sequence, stateSha256: hashState(state), gaps };
  return { equal: false, sequence, code: codes[difference.code], detail: `the state ${difference.detail}` };
}
