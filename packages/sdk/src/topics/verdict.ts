import type { LedgerHead, TopicLedgerEntry } from '@agent-home/protocol';
import { TopicError } from '../errors/topic-error.ts';
import { LinkedSignal } from '../shared/linked-signal.ts';
import type { LedgerReader } from '../topic-reading/ledger-reader.ts';
import type { StateWatcher } from '../topic-reading/state-watcher.ts';

/** Verdict of the platform on an input. */
export interface Judged {
  /** Sequence of the ledger entry with the verdict. */
  sequence: number;
  outcome: 'accepted' | 'ruled_out' | 'rejected';
  reason: string | undefined;
  /** One sentence, or the invalid field and its fault. */
  explanation: string | undefined;
  objectKey: string;
}

/**
 * Follows the ledger until it contains the verdict on the object at `key`. Returns `undefined` if the verdict is on other bytes.
 * @throws TopicError `not_judged_in_time`, with `cause` if the result of the put is unknown
 */
export async function awaitVerdict(request: {
  topicId: string;
  key: string;
  text: string;
  after: number;
  ledger: LedgerReader;
  watcher: StateWatcher;
  signal: AbortSignal | undefined;
  timeoutMs: number;
  cause: unknown;
}): Promise<Judged | undefined> {
  const { topicId, key, ledger, watcher, timeoutMs, cause } = request;
  const late = new TopicError(
    'not_judged_in_time',
    topicId,
    `no verdict within ${timeoutMs / 1000} s; do not repeat the input, and read the ledger later`,
    {
      cause,
    },
  );
  const linked = new LinkedSignal([request.signal], { milliseconds: timeoutMs, reason: late });
  try {
    for (let after = request.after; ; ) {
      const state = await watcher.beyond(after, linked.signal);
      const found = await toEntry(key, ledger.entries(after, state.ledger), linked.signal);
      if (found) return isOn(found, request.text) ? judged(found) : undefined;
      after = state.ledger.sequence;
    }
  } finally {
    linked.release();
  }
}

/** Returns the verdict on these bytes in the ledger up to `head`. */
export async function verdictUpTo(
  head: LedgerHead,
  {
    key,
    text,
    after,
    ledger,
    signal,
  }: { key: string; text: string; after: number; ledger: LedgerReader; signal: AbortSignal | undefined },
): Promise<Judged | undefined> {
  if (head.sequence <= after) return undefined;
  const found = await toEntry(key, ledger.entries(after, head), signal);
  return found && isOn(found, text) ? judged(found) : undefined;
}

async function toEntry(
  key: string,
  entries: AsyncIterable<TopicLedgerEntry>,
  signal: AbortSignal | undefined,
): Promise<TopicLedgerEntry | undefined> {
  for await (const entry of entries) {
    signal?.throwIfAborted();
    if (entry.header.input.object_key === key) return entry;
  }
  return undefined;
}

/**
 * Returns true if a verdict is on these bytes. A verdict without a body is on bytes that the platform would not publish, which are
 * assumed to be the client's.
 */
function isOn(entry: TopicLedgerEntry, text: string): boolean {
  return entry.body === undefined || entry.body.text === text;
}

function judged({ header, refusal }: TopicLedgerEntry): Judged {
  const { outcome, reason, explanation } = header.verdict;
  const found = refusal && [refusal.field, refusal.detail].filter((part) => part !== undefined).join(': ');
  return {
    sequence: header.sequence,
    outcome,
    reason,
    explanation: explanation ?? found,
    objectKey: header.input.object_key ?? '',
  };
}
