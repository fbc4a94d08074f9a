import { objectKey, parseObjectKey } from '@agent-home/protocol';
import { and, asc, between, eq, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import { notInBucket } from '../../publication/outbox/edition-schedule.ts';
import { orderChecks } from './adopt-objects.ts';
import type { RestoringPlatform } from './restoring-platform.ts';

const { publishedObjects: table, topics } = tables;

/**
 * Records the progress of archiving of a closed topic: up to the first entry that is at its own key. In an open topic, entries that
 * only packs have were deleted by someone else, and the first worker restores them.
 */
export async function rebuildArchive(platform: RestoringPlatform, topicId: string): Promise<void> {
  const { database } = platform;
  const key = (sequence: number) => objectKey('topic_ledger_entry', { topic_id: topicId, sequence });
  const isEntry = between(table.objectKey, key(0), key(9_999_999_999));
  const [topic] = await database.select().from(topics).where(eq(topics.topicId, topicId));
  if (!topic) return;
  if (topic.status === 'open') {
    const gone = await database
      .update(table)
      .set({ confirmedEtag: null })
      .where(and(isEntry, eq(table.confirmedEtag, notInBucket)))
      .returning({ key: table.objectKey });
    return orderChecks(
      platform,
      gone.map((row) => row.key),
    );
  }
  const [single] = await database
    .select({ key: table.objectKey })
    .from(table)
    .where(and(isEntry, sql`${table.confirmedEtag} is distinct from ${notInBucket}`))
    .orderBy(asc(table.objectKey))
    .limit(1);
  const place = single && parseObjectKey(single.key);
  const next = place?.kind === 'topic_ledger_entry' ? place.parts.sequence : topic.ledgerSequence + 1;
  await database
    .update(topics)
    .set({
      archivedSequence: Math.min(next - 1, topic.ledgerSequence),
      isArchived: next - 1 >= topic.ledgerSequence,
    })
    .where(eq(topics.topicId, topicId));
}
