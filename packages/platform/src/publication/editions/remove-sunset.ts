import { objectKeyTable } from '@agent-home/protocol';
import { eq, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import {
  editionSchedule,
  isPastSunset,
  notInBucket,
  type ScheduledVersion,
} from '../outbox/edition-schedule.ts';
import { withStream } from '../outbox/publish-stream.ts';

const objectsAtOnce = 50;

/**
 * Deletes objects of schema versions past their sunset from the bucket, some at a time. Returns the number of deleted objects. The
 * database keeps their bytes, from which the later versions are made.
 */
export async function removeSunset(platform: PublishingPlatform): Promise<number> {
  const now = platform.now();
  const schedule = await editionSchedule(platform);
  let removed = 0;
  for (const version of schedule.filter(({ sunsetAt }) => sunsetAt && sunsetAt <= now))
    removed += await removeSome(platform, version);
  return removed;
}

async function removeSome(platform: PublishingPlatform, version: ScheduledVersion): Promise<number> {
  const { publishedObjects: objects } = tables;
  const [folder] = objectKeyTable[version.kind].template.split('{');
  const isFirst = version.schemaVersion === 1;
  const suffix = isFirst ? '\\.v[0-9]+\\.json$' : `\\.v${version.schemaVersion}\\.json$`;
  const due = await platform.database.execute<{ object_key: string; stream: string }>(
    sql`select object_key, stream from ${objects}
        where object_key like ${`${folder}%`} and (object_key ~ ${suffix}) = ${!isFirst}
          and confirmed_etag <> ${notInBucket}
        order by object_key limit ${objectsAtOnce}`,
  );
  let removed = 0;
  for (const { object_key: objectKey, stream } of due) {
    // If another process has the lease, the next call deletes the object.
    await withStream(platform, stream, async () => {
      if (!(await isPastSunset(platform, objectKey))) return;
      await platform.store.delete(objectKey);
      await platform.database
        .update(objects)
        .set({ confirmedEtag: notInBucket })
        .where(eq(objects.objectKey, objectKey));
      removed += 1;
    });
  }
  return removed;
}
