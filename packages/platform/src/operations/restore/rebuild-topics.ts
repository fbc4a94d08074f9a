import { findMode, ReplayError } from '@agent-home/modes';
import {
  canonicalJsonBytes,
  parseObjectKey,
  type TopicLedgerEntry,
  type TopicLedgerPack,
} from '@agent-home/protocol';
import { and, eq, sql } from 'drizzle-orm';
import { jsonParameter, tables } from '../../database/index.ts';
import { commitSession } from '../../judging/session/commit-session.ts';
import { lockTopic } from '../../judging/session/judge-inputs.ts';
import { type TopicRow, TopicSession } from '../../judging/session/topic-session.ts';
import { forgetLines } from '../../publication/lines/forget-lines.ts';
import { markPacksDue } from '../../publication/outbox/ledger-packs.ts';
import type { BackupProgress } from '../backup/write-backup.ts';
import { adoptTopic } from './adopt-packed.ts';
import { FollowedEntries } from './followed-entries.ts';
import { containersUnder, type ListedContainer } from './list-bucket.ts';
import type { CertifiedObject } from './read-certified.ts';
import { rebuildArchive } from './rebuild-archive.ts';
import { rebuildAudience } from './rebuild-audience.ts';
import { rebuildTickets } from './rebuild-tickets.ts';
import { replayLedger } from './replay-ledger.ts';
import type { RestoringPlatform } from './restoring-platform.ts';
import { type Loss, saveFollowed } from './save-followed.ts';

const reasons: Record<Loss, string> = {
  'sealed inputs': 'restored from a backup: what was sealed after it can be opened by nobody any more',
  'random secret': 'restored from a backup: the secret its draws come from is lost',
};

const progressEvery = 500;

/**
 * Brings every topic to the last entry of its certified ledger. Entries never change and may have been read, so
 * the topic must continue after the last one.
 */
export async function rebuildTopics(platform: RestoringPlatform, progress: BackupProgress): Promise<void> {
  let count = 0;
  for await (const container of containersUnder(platform.store, 'topics/')) {
    await rebuildTopic(platform, container);
    count += 1;
    if (count % progressEvery === 0) progress(`${count} topics looked at`);
  }
}

async function rebuildTopic(platform: RestoringPlatform, container: ListedContainer): Promise<void> {
  const { id: topicId } = container;
  const { news: adopted, packed } = await adoptTopic(platform, container);
  await readOfErasures(platform, topicId, adopted);
  const manifest = adopted.find(({ place }) => place.kind === 'topic_manifest');
  const before = await findTopic(platform, topicId);
  const restored = before?.ledgerSequence ?? 0;
  const last = lastEntry(container, packed, restored);
  if (manifest && before) await rebuildAudience(platform, before, manifest.object);
  if (last > restored && (before || manifest)) {
    const isAhead = await resumeRebuild(platform, {
      topicId,
      before,
      manifest,
      last,
      hasSummary: hasSummary(container),
    });
    if (!isAhead) return;
  } else if (last > 0 && !before) {
    platform.report.note(
      `topic ${topicId}: has entries and no manifest; nobody could enter it, and it is left alone`,
    );
    return;
  }
  if (!(await findTopic(platform, topicId))) return;
  await rebuildTickets(platform, container, restored);
  await rebuildPacks(platform, topicId, adopted);
  await rebuildArchive(platform, topicId);
}

/**
 * Replays one topic's ledger. Returns false if that fails: the topic is then paused, so that it does not contradict entries that
 * readers have seen.
 */
async function resumeRebuild(
  platform: RestoringPlatform,
  found: {
    topicId: string;
    before: TopicRow | undefined;
    manifest: CertifiedObject | undefined;
    last: number;
    hasSummary: boolean;
  },
): Promise<boolean> {
  const { topicId, before, last } = found;
  try {
    let followed = await follow(platform, topicId, before?.ledgerSequence ?? 0, last);
    const isSamePast = !before || followed.hashAtRestored === before.ledgerHead;
    if (!isSamePast) {
      platform.report.note(
        `topic ${topicId}: its ledger in the bucket is another than the backup’s, and holds`,
      );
      followed = await follow(platform, topicId, 0, last);
    }
    const isLost = await saveFollowed(platform, {
      ...found,
      before: isSamePast ? before : undefined,
      followed,
    });
    if (isLost) await closeLostTopic(platform, topicId, isLost);
    return true;
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    platform.report.note(
      `topic ${topicId}: stopped, since its ledger cannot be judged again (${error.message})`,
    );
    platform.report.count('topics stopped');
    if (before) await stop(platform, topicId);
    return false;
  }
}

async function follow(
  platform: RestoringPlatform,
  topicId: string,
  restored: number,
  last: number,
): Promise<FollowedEntries> {
  const followed = new FollowedEntries(restored);
  for await (const replayed of replayLedger(platform, topicId, last)) followed.follow(replayed);
  return followed;
}

/** Pauses a topic, as a moderator may, until an operator checks it. */
async function stop({ database, now }: RestoringPlatform, topicId: string): Promise<void> {
  const { topics, topicDeadlines } = tables;
  await database.update(topics).set({ pausedAt: now() }).where(eq(topics.topicId, topicId));
  await database.delete(topicDeadlines).where(eq(topicDeadlines.topicId, topicId));
}

async function findTopic({ database }: RestoringPlatform, topicId: string): Promise<TopicRow | undefined> {
  const [row] = await database.select().from(tables.topics).where(eq(tables.topics.topicId, topicId));
  return row;
}

/**
 * Returns the number of the last entry before any gap. Entries are put in parallel, so some of the last may be missing; no reader
 * relies on entries after a gap, since no state names them.
 */
function lastEntry({ objects }: ListedContainer, packed: ReadonlySet<number>, restored: number): number {
  const single = new Set(
    objects.flatMap(({ key }) => {
      const place = parseObjectKey(key);
      return place?.kind === 'topic_ledger_entry' ? [place.parts.sequence] : [];
    }),
  );
  let last = restored;
  while (single.has(last + 1) || packed.has(last + 1)) last += 1;
  return last;
}

function hasSummary({ objects }: ListedContainer): boolean {
  return objects.some(({ key }) => parseObjectKey(key)?.kind === 'topic_summary');
}

/** Closes a topic that lost a secret, by an entry with that reason, because it cannot keep its commitments without the secret. */
async function closeLostTopic(platform: RestoringPlatform, topicId: string, loss: Loss): Promise<void> {
  const reason = reasons[loss];
  await platform.database.transaction(async (transaction) => {
    const topic = await lockTopic(transaction, topicId);
    const mode = topic && findMode(topic.mode, topic.modeVersion);
    if (!topic || !mode) return;
    const session = new TopicSession(platform, transaction, topic, mode);
    await session.judge({ type: 'admin', bytes: canonicalJsonBytes({ action: 'close', reason }) });
    await commitSession(platform, transaction, session);
  });
  platform.report.count('topics closed for what is lost');
  platform.report.note(`topic ${topicId}: closed, ${reason}`);
}

/** Erases restored bodies that the bucket no longer has, so that a backup does not bring back erased text. */
async function readOfErasures(
  { database, report }: RestoringPlatform,
  topicId: string,
  adopted: CertifiedObject[],
): Promise<void> {
  const { ledgerEntries } = tables;
  for (const { object } of adopted) {
    // Verified against the schema of its kind when it was read.
    const { kind, sequence, erased } = object as unknown as TopicLedgerEntry;
    if (kind !== 'topic_ledger_entry' || !erased) continue;
    const rows = await database
      .update(ledgerEntries)
      .set({ bodyText: null, eraseDue: false, erasedAt: new Date(erased.at) })
      .where(and(eq(ledgerEntries.topicId, topicId), eq(ledgerEntries.sequence, sequence)))
      .returning({ sequence: ledgerEntries.sequence });
    await forgetLines(database, topicId, [sequence]);
    report.count('bodies erased since', rows.length);
  }
}

/**
 * Writes the rows of packs that were put after the backup, and marks each for the first worker. Packs whose entries were erased
 * since are marked too, since the crash may be between the put of an entry and that of its pack.
 */
async function rebuildPacks(
  { database }: RestoringPlatform,
  topicId: string,
  adopted: readonly CertifiedObject[],
): Promise<void> {
  // Verified against the schemas of their kinds when they were read.
  const packs = adopted
    .filter(({ place }) => place.kind === 'topic_ledger_pack')
    .map(({ object }) => object as unknown as TopicLedgerPack);
  const erased = adopted
    .filter(({ place, object }) => place.kind === 'topic_ledger_entry' && object.erased !== undefined)
    .map(({ object }) => (object as unknown as TopicLedgerEntry).sequence);
  if (packs.length > 0) {
    const rows = packs.map(({ sequence, last_sequence }) => ({ sequence, last_sequence }));
    await database.execute(
      sql`insert into ${tables.ledgerPacks} as known (topic_id, sequence, last_sequence, due)
          select ${topicId}, sequence, last_sequence, true
          from json_to_recordset(${jsonParameter(rows)}::json) as found(sequence integer, last_sequence integer)
          on conflict (topic_id, sequence) do update
            set due = true, last_sequence = greatest(known.last_sequence, excluded.last_sequence)`,
    );
  }
  if (erased.length > 0) await markPacksDue(database, topicId, erased);
}
