import { tables } from '@agent-home/database';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { withStream } from '../../publication/outbox/publish-stream.ts';

const rowsAtOnce = 50;

/**
 * Marks results that are past their time and forgets their bytes, so that no check puts them back once they are
 * deleted. Their rows stay, because a version must not be given twice.
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

/** Deletes marked objects. Each is deleted under the lease of its stream, so that no check puts it back meanwhile. */
export async function removeRetired(platform: PublishingPlatform): Promise<number> {
  const { publishedObjects: table } = tables;
  const due = await platform.database
    .select({ objectKey: table.objectKey, stream: table.stream })
    .from(table)
    .where(and(eq(table.removalDue, true), isNull(table.confirmedText)))
    .limit(rowsAtOnce);
  let removed = 0;
  for (const { objectKey, stream } of due) {
    // Where somebody else has the lease, the next call deletes the object.
    await withStream(platform, stream, async () => {
      const settled = and(
        eq(table.objectKey, objectKey),
        eq(table.removalDue, true),
        isNull(table.confirmedText),
      );
      const [still] = await platform.database.select({ key: table.objectKey }).from(table).where(settled);
      if (!still) return;
      await platform.store.delete(objectKey);
      await platform.database.update(table).set({ removalDue: false }).where(settled);
      removed++;
    });
  }
  return removed;
}
