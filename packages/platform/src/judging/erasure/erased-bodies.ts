import { eraseEntry, ReplayError, type ReplayState, replayEntry } from '@agent-home/modes';
import { type JsonObject, objectKey, type TopicLedgerEntry } from '@agent-home/protocol';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { newestBodies } from '../../publication/outbox/newest-body.ts';

export const entriesAtOnce = 200;

/** Replays the ledger up to the last entry to be erased, since the states before and after it are stored nowhere. */
export async function erasedBodies(
  platform: PublishingPlatform,
  topicId: string,
  sequences: ReadonlySet<number>,
  now: Date,
): Promise<JsonObject[]> {
  const last = Math.max(...sequences);
  const erased: JsonObject[] = [];
  let before: ReplayState | undefined;
  let isJudged = true;
  for (let first = 1; first <= last; first += entriesAtOnce) {
    const count = Math.min(entriesAtOnce, last - first + 1);
    const keys = Array.from({ length: count }, (_, index) => entryKey(topicId, first + index));
    for (const { body } of await newestBodies(platform.database, keys)) {
      // Bodies that the platform enqueued were made of an entry, and are kept as JSON.
      const entry = body as unknown as TopicLedgerEntry;
      const after: ReplayState | undefined = isJudged ? stepOver(platform, before, entry) : undefined;
      isJudged = after !== undefined;
      if (sequences.has(entry.sequence)) {
        const around = before && after ? { before, after } : undefined;
        erased.push(eraseEntry(entry, around, now.toISOString()));
      }
      before = after;
    }
  }
  return erased;
}

/** Erases without a state where this build cannot replay the ledger: to be forgotten must not depend on that. */
function stepOver(
  platform: PublishingPlatform,
  before: ReplayState | undefined,
  entry: TopicLedgerEntry,
): ReplayState | undefined {
  try {
    return replayEntry(before, entry);
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    platform.log.error(
      { err: error },
      'a ledger does not replay; its bodies are erased without their states',
    );
    return undefined;
  }
}

export function entryKey(topicId: string, sequence: number): string {
  return objectKey('topic_ledger_entry', { topic_id: topicId, sequence });
}
