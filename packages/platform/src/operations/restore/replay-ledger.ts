import { type ReplayState, replayEntry } from '@agent-home/modes';
import { objectKey, type TopicLedgerEntry } from '@agent-home/protocol';
import { newestBodies } from '../../publication/outbox/newest-body.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

const entriesAtOnce = 200;

/** Entry, and the topic's state after it. */
export interface ReplayedEntry {
  entry: TopicLedgerEntry;
  after: ReplayState;
}

/** Judges a ledger again from its first entry, as its readers do. @throws ReplayError */
export async function* replayLedger(
  { database }: RestoringPlatform,
  topicId: string,
  last: number,
): AsyncGenerator<ReplayedEntry> {
  let after: ReplayState | undefined;
  for (let first = 1; first <= last; first += entriesAtOnce) {
    const count = Math.min(entriesAtOnce, last - first + 1);
    const keys = Array.from({ length: count }, (_, index) =>
      objectKey('topic_ledger_entry', { topic_id: topicId, sequence: first + index }),
    );
    for (const { body } of await newestBodies(database, keys)) {
      // Verified against the schema of its kind when it was read.
      const entry = body as unknown as TopicLedgerEntry;
      after = replayEntry(after, entry);
      yield { entry, after };
    }
  }
}
