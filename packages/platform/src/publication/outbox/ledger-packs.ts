import {
  entriesThatFit,
  ledgerPackEntries,
  maxLedgerPackBytes,
  objectKey,
  packBody,
} from '@agent-home/protocol';
import { and, asc, eq, gt, min, sql } from 'drizzle-orm';
import { type Executor, jsonParameter, tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { enqueueObjects } from './enqueue-object.ts';
import { newestBodies } from './newest-body.ts';

const packsAtOnce = 4;
const packPrefix = 'packs/';

/** Returns a separate stream for packs, so that new lines do not wait for the put of a large object. */
export function packStream(topicId: string): string {
  return `${packPrefix}${topicId}`;
}

/** Returns the topic whose packs a stream publishes; undefined for other streams. */
export function topicOfPacks(stream: string): string | undefined {
  return stream.startsWith(packPrefix) ? stream.slice(packPrefix.length) : undefined;
}

/**
 * Enqueues the due packs of a topic. A pack is made from confirmed entries, so it stays due while the newest version of one of its
 * entries is not in the bucket. A pack is therefore never in the bucket before its entries, and never keeps a text longer that was
 * erased from an entry. Safe to repeat after a crash.
 */
export async function enqueueDuePacks(platform: PublishingPlatform, topicId: string): Promise<void> {
  for (let after = 0; ; ) {
    const due = await duePacks(platform, topicId, after);
    for (const sequence of due)
      await platform.database.transaction((transaction) => enqueuePack(transaction, topicId, sequence));
    const last = due.at(-1);
    // A pack that was split has added another one after it.
    if (last === undefined) return;
    after = last;
  }
}

async function duePacks({ database }: PublishingPlatform, topicId: string, after: number): Promise<number[]> {
  const { ledgerPacks: packs } = tables;
  const rows = await database
    .select({ sequence: packs.sequence })
    .from(packs)
    .where(and(eq(packs.topicId, topicId), eq(packs.due, true), gt(packs.sequence, after)))
    .orderBy(asc(packs.sequence))
    .limit(packsAtOnce);
  return rows.map((row) => row.sequence);
}

/** Takes the row's lock first: an erasure that marks the pack meanwhile waits, and its mark stays. */
async function enqueuePack(transaction: Executor, topicId: string, first: number): Promise<void> {
  const { ledgerPacks: packs } = tables;
  const isIt = and(eq(packs.topicId, topicId), eq(packs.sequence, first));
  const [row] = await transaction
    .select()
    .from(packs)
    .where(and(isIt, eq(packs.due, true)))
    .for('update');
  if (!row) return;
  const last = Math.min(row.lastSequence, await lastBeforeNext(transaction, topicId, first));
  const texts = await confirmedTexts(transaction, topicId, first, last);
  if (!texts) return;
  const fitting = texts.slice(0, entriesThatFit(texts));
  const lastSequence = first + fitting.length - 1;
  await transaction.update(packs).set({ due: false, lastSequence }).where(isIt);
  const key = objectKey('topic_ledger_pack', { topic_id: topicId, sequence: first });
  const [newest] = await newestBodies(transaction, [key]);
  // Large entries may not all fit into one object; the next pack then begins where this one had to end.
  if (lastSequence < last) {
    await transaction.insert(packs).values({ topicId, sequence: lastSequence + 1, lastSequence: last });
    // Enqueued first if this pack contained its entries until now: the entries of an archived topic are in no other object.
    if (newest) await enqueuePack(transaction, topicId, lastSequence + 1);
  }
  const body = packBody(topicId, first, fitting);
  if (JSON.stringify(newest?.body.entries) === JSON.stringify(body.entries)) return;
  await enqueueObjects(transaction, [{ stream: packStream(topicId), objectKey: key, body }]);
}

/** Packs are split in place and never joined again, because a used key keeps its range for good. */
async function lastBeforeNext(executor: Executor, topicId: string, first: number): Promise<number> {
  const { ledgerPacks: packs } = tables;
  const [row] = await executor
    .select({ next: min(packs.sequence) })
    .from(packs)
    .where(and(eq(packs.topicId, topicId), gt(packs.sequence, first)));
  return row?.next ? row.next - 1 : Number.MAX_SAFE_INTEGER;
}

/**
 * Returns the texts of these entries as published in the bucket; undefined while the newest version of one is missing there. Reads
 * at most as much as one pack could hold, because agents determine the size of entries.
 */
async function confirmedTexts(
  executor: Executor,
  topicId: string,
  first: number,
  last: number,
): Promise<string[] | undefined> {
  const keys = Array.from({ length: last - first + 1 }, (_, index) =>
    objectKey('topic_ledger_entry', { topic_id: topicId, sequence: first + index }),
  );
  const rows = await executor.execute<{ text: string; there: number }>(
    sql`select text, there from (
          select object_key, confirmed_text as text, count(*) over ()::integer as there,
            sum(octet_length(confirmed_text)) over (order by object_key) - octet_length(confirmed_text) as bytes_before
          from ${tables.publishedObjects}
          where object_key in (select json_array_elements_text(${jsonParameter(keys)}::json))
            and confirmed_version = version and confirmed_text is not null
        ) as confirmed
        where bytes_before < ${maxLedgerPackBytes} order by object_key`,
  );
  return rows[0]?.there === keys.length ? rows.map(({ text }) => text) : undefined;
}

/** Marks the packs with these entries as due, because a version of an entry is enqueued that they do not contain. */
export async function markPacksDue(
  executor: Executor,
  topicId: string,
  sequences: readonly number[],
): Promise<void> {
  const { ledgerPacks: packs } = tables;
  await executor
    .update(packs)
    .set({ due: true })
    .where(
      sql`${packs.topicId} = ${topicId} and exists
        (select 1 from json_array_elements_text(${jsonParameter(sequences)}::json) as changed(sequence)
          where changed.sequence::integer between ${packs.sequence} and ${packs.lastSequence})`,
    );
}

/** Returns topics with packs that are due, for the sweep. */
export async function topicsWithDuePacks({ database }: PublishingPlatform, limit: number): Promise<string[]> {
  const { ledgerPacks: packs } = tables;
  const rows = await database
    .selectDistinct({ topicId: packs.topicId })
    .from(packs)
    .where(eq(packs.due, true))
    .limit(limit);
  return rows.map((row) => row.topicId);
}

/** Returns true if an entry with this number may complete or change a pack. */
export function touchesPack({ sequence, version }: { sequence: number; version: number }): boolean {
  return version > 1 || sequence % ledgerPackEntries === 0;
}
