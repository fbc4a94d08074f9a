import { objectKey } from '@agent-home/protocol';
import { and, asc, eq, sql } from 'drizzle-orm';
import { jsonParameter, tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { enqueueObjects, topicStream } from '../../publication/outbox/enqueue-object.ts';
import { markPacksDue, packStream } from '../../publication/outbox/ledger-packs.ts';
import { publishStream } from '../../publication/outbox/publish-stream.ts';
import { saveRecords } from '../session/topic-records.ts';
import { deleteInputs } from './delete-inputs.ts';
import { entriesAtOnce, entryKey, erasedBodies } from './erased-bodies.ts';
import { guardErasedKeys } from './guard-erased-keys.ts';

/** Returns topics with entries that are marked for erasure. */
export async function topicsToErase(platform: PublishingPlatform, limit: number): Promise<string[]> {
  const { ledgerEntries } = tables;
  const rows = await platform.database
    .selectDistinct({ topicId: ledgerEntries.topicId })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.eraseDue, true))
    .limit(limit);
  return rows.map((row) => row.topicId);
}

/**
 * Republishes the marked entries of a topic, and then their packs, without bodies but with the data that a replay needs. Then
 * deletes the agents' objects behind them. Can be repeated after a crash: an entry stays marked until its new version is in the
 * outbox.
 */
export async function eraseEntries(platform: PublishingPlatform, topicId: string): Promise<void> {
  const { ledgerEntries, topics } = tables;
  const due = await platform.database
    .select({ sequence: ledgerEntries.sequence, objectKey: ledgerEntries.objectKey })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.topicId, topicId), eq(ledgerEntries.eraseDue, true)))
    .orderBy(asc(ledgerEntries.sequence))
    .limit(entriesAtOnce);
  if (due.length === 0) return;
  const now = platform.now();
  const { bodies, records } = await erasedBodies(
    platform,
    topicId,
    new Set(due.map((row) => row.sequence)),
    now,
  );
  const inputs = due.flatMap(({ objectKey: key }) => key ?? []);
  // Set up before the first deletion, so that a later write is noticed.
  await guardErasedKeys(platform.database, inputs, platform);
  await deleteInputs(platform, inputs);
  const stream = topicStream(topicId);
  await platform.database.transaction(async (transaction) => {
    await enqueueObjects(
      transaction,
      bodies.map((body) => ({ stream, objectKey: entryKey(topicId, Number(body.sequence)), body })),
    );
    const changed = bodies.map((body) => Number(body.sequence));
    await markPacksDue(transaction, topicId, changed);
    const sequences = jsonParameter(changed);
    await transaction
      .update(ledgerEntries)
      .set({ eraseDue: false, erasedAt: now })
      .where(
        and(
          eq(ledgerEntries.topicId, topicId),
          sql`${ledgerEntries.sequence} in (select json_array_elements_text(${sequences}::json)::integer)`,
        ),
      );
    await saveRecords(transaction, topicId, records);
    // The summary may quote the erased text, so a new one is requested.
    const summaryKey = objectKey('topic_summary', { topic_id: topicId });
    await transaction
      .update(topics)
      .set({ summaryDue: true })
      .where(
        sql`${topics.topicId} = ${topicId} and exists
          (select 1 from ${tables.publishedObjects} where object_key = ${summaryKey})`,
      );
  });
  await publishStream(platform, stream);
  await publishStream(platform, packStream(topicId));
}
