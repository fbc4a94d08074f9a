import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import pMap from 'p-map';
import { jsonParameter, tables } from '../../database/index.ts';
import { storeConcurrency } from '../../foundation/concurrency/store-concurrency.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { notInBucket } from '../../publication/outbox/edition-schedule.ts';
import { withStream } from '../../publication/outbox/publish-stream.ts';

const rowsAtOnce = 50;
/** Number of objects that can be deleted before the lease of their stream ends. */
const removedAtOnce = 200;

const { publishedObjects: table } = tables;
const isToGo = and(
  eq(table.removalDue, true),
  or(isNull(table.confirmedText), eq(table.confirmedEtag, notInBucket)),
);

/**
 * Marks results that have exceeded their retention and clears their bytes, so that no check restores them after their deletion.
 * Their rows stay, because a version must not be assigned twice.
 */
export async function retireResults(platform: PublishingPlatform): Promise<number> {
  const days = platform.config.retention.resultDays;
  const before = new Date(platform.now().getTime() - days * 86_400_000).toISOString();
  const { publishedObjects, outbox } = tables;
  const retired = await platform.database.execute(
    sql`update ${publishedObjects} as known
        set confirmed_text = null, confirmed_sha256 = null, confirmed_etag = null, removal_due = true
        where object_key in (
          select object_key from ${publishedObjects}
          where object_key like 'topics/%/results/%' and confirmed_text is not null
            and confirmed_at < ${before}::timestamptz
          order by confirmed_at limit ${rowsAtOnce} for update skip locked
        ) and not exists (select 1 from ${outbox} as owed where owed.object_key = known.object_key)
        returning object_key`,
  );
  return retired.length;
}

/**
 * Deletes marked objects: those whose bytes are forgotten, and entries of archived topics. Each is deleted under the
 * lease of its stream, so that no check and no publisher puts it back meanwhile.
 */
export async function removeRetired(platform: PublishingPlatform): Promise<number> {
  const due = await platform.database
    .select({ objectKey: table.objectKey, stream: table.stream })
    .from(table)
    .where(isToGo)
    .orderBy(asc(table.objectKey))
    .limit(removedAtOnce);
  const byStream = new Map<string, string[]>();
  for (const { objectKey, stream } of due) byStream.set(stream, [...(byStream.get(stream) ?? []), objectKey]);
  let removed = 0;
  // If another process has the lease, the next call deletes the objects.
  for (const [stream, keys] of byStream)
    await withStream(platform, stream, async () => {
      removed += await removeMarked(platform, keys);
    });
  return removed;
}

async function removeMarked({ database, store }: PublishingPlatform, keys: string[]): Promise<number> {
  const these = and(
    sql`${table.objectKey} in (select json_array_elements_text(${jsonParameter(keys)}::json))`,
    isToGo,
  );
  const still = await database.select({ objectKey: table.objectKey }).from(table).where(these);
  await pMap(still, ({ objectKey }) => store.delete(objectKey), storeConcurrency);
  await database.update(table).set({ removalDue: false }).where(these);
  return still.length;
}
