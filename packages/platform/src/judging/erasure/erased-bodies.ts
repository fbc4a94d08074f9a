import { eraseEntry, placeOf, ReplayError, type ReplayState, replayEntry } from '@agent-home/modes';
import { type JsonObject, objectKey, type TopicLedgerEntry } from '@agent-home/protocol';
import { and, eq, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { newestBodies } from '../../publication/outbox/newest-body.ts';

export const entriesAtOnce = 200;

/** Entries without their bodies, and the mode's new records, by key. */
interface Erased {
  bodies: JsonObject[];
  records: Map<string, JsonObject>;
}

/** Replays the ledger up to the last entry to erase, because the states before and after it are not stored. */
export async function erasedBodies(
  platform: PublishingPlatform,
  topicId: string,
  sequences: ReadonlySet<number>,
  now: Date,
): Promise<Erased> {
  const last = Math.max(...sequences);
  const erased: Erased = { bodies: [], records: new Map() };
  let before: ReplayState | undefined;
  let isJudged = true;
  for (let first = 1; first <= last; first += entriesAtOnce) {
    const count = Math.min(entriesAtOnce, last - first + 1);
    const keys = Array.from({ length: count }, (_, index) => entryKey(topicId, first + index));
    for (const { body } of await newestBodies(platform.database, keys)) {
      // Bodies that the platform enqueued were built from an entry and are stored as JSON.
      const entry = body as unknown as TopicLedgerEntry;
      const after: ReplayState | undefined = isJudged ? stepOver(platform, before, entry) : undefined;
      isJudged = after !== undefined;
      if (sequences.has(entry.sequence)) {
        const around = before && after ? { before, after } : undefined;
        const wordless = around ? await loadWordless(platform, around, entry) : {};
        erased.bodies.push(eraseEntry(entry, around, now.toISOString(), wordless));
        for (const [key, value] of Object.entries(wordless)) erased.records.set(key, value);
      }
      before = after;
    }
  }
  return erased;
}

/**
 * Returns a replacement for text that the mode's state contains. Text that a later verdict was computed from
 * stays, since its header commits to it and a replay compares both.
 */
async function loadWordless(
  { database }: PublishingPlatform,
  { before: { mode }, after: { records } }: Record<'before' | 'after', ReplayState>,
  { topic_id: topicId, header }: TopicLedgerEntry,
): Promise<Record<string, JsonObject>> {
  const { object_key: key } = header.input;
  const place = key === undefined ? undefined : placeOf(key);
  const { ledgerEntries } = tables;
  const kept: [string, JsonObject][] = [];
  for (const [name, value] of Object.entries(place ? mode.wordless(place) : {})) {
    // Searching all headers takes time, and most inputs have no records.
    if (!Object.hasOwn(records, name)) continue;
    const said = sql`strpos(${ledgerEntries.header}, ${`${JSON.stringify(name)}:{`}) > 0`;
    if ((await database.$count(ledgerEntries, and(eq(ledgerEntries.topicId, topicId), said))) === 0)
      kept.push([name, value]);
  }
  return Object.fromEntries(kept);
}

/** Erases without a state if this build cannot replay the ledger, because an erasure must not depend on that. */
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
