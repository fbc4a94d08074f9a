import { setTimeout as delay } from 'node:timers/promises';
import { ObjectStoreError } from '@agent-home/object-store';
import { and, eq, lte, sql } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { isArchived } from './archived-entries.ts';
import { isPastSunset } from './edition-schedule.ts';
import { withStream } from './publish-stream.ts';
import { putCertified } from './put-certified.ts';

const maxBytes = 4 * 1024 * 1024;

/**
 * Error codes which mean that the key does not hold our bytes. A symlink to a copy of them counts, because it can be redirected.
 */
const notOurs = new Set<string>(['not_found', 'too_large', 'not_plain', 'put_in_parts', 'content_encoding']);

type CheckResult = 'same' | 'restored' | 'busy';

/**
 * Compares a platform key with the database and puts the certified bytes back if they differ: after a foreign write, a deletion, or
 * a late put of ours (openspec: publication). It holds the lease of the stream, so that it never puts an old version over one that
 * is being published. `busy`: another holder has the lease.
 */
export async function checkObject(platform: PublishingPlatform, objectKey: string): Promise<CheckResult> {
  const asOf = await databaseNow(platform);
  const row = await published(platform, objectKey);
  const etag = row?.confirmedEtag ?? null;
  if (!row || (await isOwnWrite(platform, objectKey, etag))) {
    await settle(platform, objectKey, asOf, row ? { etag: etag ?? '' } : 'every write');
    return 'same';
  }
  let result: CheckResult = 'busy';
  const check = () =>
    withStream(platform, row.stream, async () => {
      const since = await databaseNow(platform);
      const newest = await published(platform, objectKey);
      const isGone =
        isRetired(newest) ||
        isArchived({ objectKey, etag: newest?.confirmedEtag }) ||
        (await isPastSunset(platform, objectKey));
      if (isGone) await platform.store.delete(objectKey);
      result = isGone ? 'same' : await compare(platform, objectKey, newest?.confirmedText ?? undefined);
      await settle(platform, objectKey, since, 'every write');
    });
  // Waits while a publisher or the check of another key has the lease of the stream.
  for (let tries = 10; tries > 0 && !(await check()); tries--) await delay(100);
  return result;
}

async function published(platform: PublishingPlatform, objectKey: string) {
  const { publishedObjects } = tables;
  const [row] = await platform.database
    .select()
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, objectKey));
  return row;
}

/** Returns true if the object was published and removed after its retention. An object at its key is then deleted, not restored. */
function isRetired(row: Awaited<ReturnType<typeof published>>): boolean {
  return row !== undefined && row.confirmedVersion !== null && row.confirmedText === null;
}

async function compare(
  platform: PublishingPlatform,
  objectKey: string,
  confirmedText: string | undefined,
): Promise<CheckResult> {
  if (confirmedText === undefined || (await readText(platform, objectKey)) === confirmedText) return 'same';
  await putCertified(platform.store, objectKey, confirmedText);
  platform.metrics.platformObjectsRestored.inc();
  platform.log.warn({ objectKey }, 'a platform object differed from the database and was put right');
  return 'restored';
}

/**
 * Returns true if every pending event reports the confirmed bytes. That is the usual case, and the object need
 * not be read.
 */
async function isOwnWrite(
  platform: PublishingPlatform,
  objectKey: string,
  etag: string | null,
): Promise<boolean> {
  const { storeEvents } = tables;
  const told = await platform.database
    .selectDistinct({ etag: storeEvents.etag })
    .from(storeEvents)
    .where(and(eq(storeEvents.objectKey, objectKey), eq(storeEvents.outcome, 'check')));
  return etag !== null && told.length === 1 && told[0]?.etag === etag;
}

/** Settles the events that arrived before this check. Later ones may report a newer write and stay open. */
async function settle(
  platform: PublishingPlatform,
  objectKey: string,
  asOf: Date,
  answered: 'every write' | { etag: string },
): Promise<void> {
  const { storeEvents } = tables;
  await platform.database
    .update(storeEvents)
    .set({ outcome: 'checked' })
    .where(
      and(
        eq(storeEvents.objectKey, objectKey),
        eq(storeEvents.outcome, 'check'),
        lte(storeEvents.receivedAt, asOf),
        answered === 'every write' ? undefined : eq(storeEvents.etag, answered.etag),
      ),
    );
}

/** Returns the time of the database's clock, which also stamps event rows. */
async function databaseNow(platform: PublishingPlatform): Promise<Date> {
  const [row] = await platform.database.execute<{ now: string }>(
    sql`select now()::timestamptz(3)::text as now`,
  );
  return new Date(row?.now ?? 0);
}

async function readText(platform: PublishingPlatform, objectKey: string): Promise<string | undefined> {
  try {
    const { bytes } = await platform.store.get(objectKey, { maxBytes, timeoutMs: 5_000 });
    return new TextDecoder().decode(bytes);
  } catch (error) {
    if (error instanceof ObjectStoreError && notOurs.has(error.code)) return undefined;
    throw error;
  }
}
