import { objectKey, parseObjectKey } from '@agent-home/protocol';
import { and, desc, eq, gt, isNotNull, lte, sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { deleteInputs } from '../../judging/erasure/delete-inputs.ts';
import { checkObject } from '../../publication/outbox/check-object.ts';
import { notInBucket } from '../../publication/outbox/edition-schedule.ts';
import { topicStream } from '../../publication/outbox/enqueue-object.ts';
import { withStream } from '../../publication/outbox/publish-stream.ts';
import { getEntryKey, getPackKey, isPackOfEntries } from './packed-ledger.ts';

/** Closed topic whose ledger is not yet stored in its packs alone. */
export interface TopicToArchive {
  topicId: string;
  ledgerSequence: number;
  archivedSequence: number;
}

/**
 * Archives the entries of the first pack that is not archived yet, once the bucket's pack contains all of them. It deletes the
 * agents' objects for them, whose content the ledger keeps. Then it marks the entries and results, in one transaction with the
 * archive's progress; `removeRetired` deletes them. A crash in between repeats the deletion of agents' objects. Returns the number
 * of marked entries.
 */
export async function archivePack(platform: PublishingPlatform, topic: TopicToArchive): Promise<number> {
  const { topicId, archivedSequence } = topic;
  const pack = await packWith(platform.database, topicId, archivedSequence + 1);
  // The pack may have been deleted, and the event about it lost: it is restored before it is needed.
  if (!pack || (await checkObject(platform, getPackKey(topicId, pack.sequence))) === 'busy') return 0;
  if (!(await isPackOfEntries(platform.database, topicId, pack))) {
    await renew(platform, topicId, pack);
    return 0;
  }
  const inputs = await listInputs(platform.database, topic, pack.lastSequence);
  await deleteInputs(platform, inputs);
  let marked = 0;
  // While the lease is held, no publisher is about to put an erased entry at its own key.
  await withStream(platform, topicStream(topicId), async () => {
    marked = await platform.database.transaction((executor) => mark(executor, topic, pack, inputs));
  });
  return marked;
}

type Pack = typeof tables.ledgerPacks.$inferSelect;

async function packWith(executor: Executor, topicId: string, sequence: number): Promise<Pack | undefined> {
  const { ledgerPacks: packs } = tables;
  const [pack] = await executor
    .select()
    .from(packs)
    .where(and(eq(packs.topicId, topicId), lte(packs.sequence, sequence)))
    .orderBy(desc(packs.sequence))
    .limit(1);
  return pack;
}

/** Returns the keys of the agents' objects that these entries judged. */
async function listInputs(
  executor: Executor,
  { topicId, archivedSequence }: TopicToArchive,
  last: number,
): Promise<string[]> {
  const { ledgerEntries: entries } = tables;
  const rows = await executor
    .select({ objectKey: entries.objectKey })
    .from(entries)
    .where(
      and(
        eq(entries.topicId, topicId),
        gt(entries.sequence, archivedSequence),
        lte(entries.sequence, last),
        isNotNull(entries.objectKey),
      ),
    );
  return [...new Set(rows.flatMap(({ objectKey: key }) => key ?? []))];
}

/** Recreates a pack that differs from its entries before any object is deleted. Such a difference would be a bug. */
async function renew({ database, log }: PublishingPlatform, topicId: string, pack: Pack): Promise<void> {
  const { ledgerPacks: packs } = tables;
  log.warn({ topicId, sequence: pack.sequence }, 'a pack has not what its entries have, and is made anew');
  await database
    .update(packs)
    .set({ due: true })
    .where(and(eq(packs.topicId, topicId), eq(packs.sequence, pack.sequence)));
}

/** Marks the single objects of the pack, unless another worker has done so or an erasure is about to change them. */
async function mark(
  executor: Executor,
  topic: TopicToArchive,
  pack: Pack,
  inputs: readonly string[],
): Promise<number> {
  const { ledgerPacks, publishedObjects, topics } = tables;
  const { topicId, archivedSequence } = topic;
  const moved = await executor
    .update(topics)
    .set({
      archivedSequence: pack.lastSequence,
      isArchived: sql`${pack.lastSequence}::integer >= ${topics.ledgerSequence}`,
    })
    .where(
      and(
        eq(topics.topicId, topicId),
        eq(topics.archivedSequence, archivedSequence),
        sql`exists (select 1 from ${ledgerPacks} as pack where pack.topic_id = ${topicId} and not pack.due
          and pack.sequence = ${pack.sequence} and pack.last_sequence = ${pack.lastSequence})`,
      ),
    )
    .returning({ topicId: topics.topicId });
  if (moved.length === 0) return 0;
  const count = pack.lastSequence - archivedSequence;
  const entryKeys = Array.from({ length: count }, (_, index) =>
    getEntryKey(topicId, archivedSequence + 1 + index),
  );
  const among = (keys: readonly string[]) =>
    sql`${publishedObjects.objectKey} in (select json_array_elements_text(${jsonParameter(keys)}::json))`;
  await executor
    .update(publishedObjects)
    .set({ confirmedEtag: notInBucket, removalDue: true })
    .where(among(entryKeys));
  await executor
    .update(publishedObjects)
    .set({ confirmedText: null, confirmedSha256: null, confirmedEtag: null, removalDue: true })
    .where(and(among(collectResults(inputs)), isNotNull(publishedObjects.confirmedText)));
  return count;
}

function collectResults(inputs: readonly string[]): string[] {
  return inputs.flatMap((key) => {
    const place = parseObjectKey(key);
    return place?.kind === 'topic_request' ? [objectKey('topic_request_result', place.parts)] : [];
  });
}
