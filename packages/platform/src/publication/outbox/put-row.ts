import { tables } from '@agent-home/database';
import { eq } from 'drizzle-orm';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { traitsOf } from '../../foundation/settings/store-traits.ts';
import { isArchived } from './archived-entries.ts';
import type { Put } from './confirm-puts.ts';
import { isPastSunset, notInBucket } from './edition-schedule.ts';
import { putCertified, putCertifiedBound } from './put-certified.ts';
import type { OutboxRow } from './sign-outbox-row.ts';

/** A row with the bytes that were signed for it. */
export interface SignedRow {
  row: OutboxRow;
  text: string;
}

/**
 * Puts one row. A store with the trait `bindsPuts` refuses an old version over a newer one; on other stores only the
 * lease keeps slow publishers from that. What is of a schema version that has gone is kept in the database alone, and so
 * is an entry of a topic that was archived: its pack has it.
 */
export async function putRow(platform: PublishingPlatform, { row, text }: SignedRow): Promise<Put> {
  const { store, config } = platform;
  if (await isPastSunset(platform, row.objectKey)) return { row, text, etag: notInBucket };
  const { bindsPuts } = traitsOf(config.store);
  // Only an erasure writes an entry again: nobody has to ask whether a new one is archived.
  const before = bindsPuts || row.version > 1 ? await confirmedVersion(platform, row.objectKey) : undefined;
  if (isArchived({ objectKey: row.objectKey, etag: before?.etag })) return { row, text, etag: notInBucket };
  if (!bindsPuts) return { row, text, ...(await putCertified(store, row.objectKey, text)) };
  const isOvertaken = async () =>
    ((await confirmedVersion(platform, row.objectKey))?.version ?? 0) > row.version;
  const expected = { etag: before?.etag ?? null, isOvertaken };
  return { row, text, ...(await putCertifiedBound(store, row.objectKey, text, expected)) };
}

async function confirmedVersion(platform: PublishingPlatform, objectKey: string) {
  const { publishedObjects } = tables;
  const [row] = await platform.database
    .select({ version: publishedObjects.confirmedVersion, etag: publishedObjects.confirmedEtag })
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, objectKey));
  return row;
}
