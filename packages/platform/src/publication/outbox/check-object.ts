import { setTimeout as delay } from 'node:timers/promises';
import { tables } from '@agent-home/database';
import { ObjectStoreError } from '@agent-home/object-store';
import { and, eq, lte, sql } from 'drizzle-orm';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { withStream } from './publish-stream.ts';
import { putCertified } from './put-certified.ts';

const maxBytes = 4 * 1024 * 1024;

/** Not the bytes we put, whatever they are: a symlink to a copy of them could be turned elsewhere unseen. */
const notOurs = new Set<string>(['not_found', 'too_large', 'not_plain', 'put_in_parts', 'content_encoding']);

export type CheckResult = 'same' | 'restored' | 'busy';

/**
 * Compares a platform key with the database and puts the certified bytes back where they differ: after a foreign
 * write, a deletion, or a put of ours that landed late (openspec: publication). Runs with the stream to itself, so
 * that it never puts an old version over one that is just being published; `busy` means try again.
 */
export async function checkObject(platform: PublishingPlatform, objectKey: string): Promise<CheckResult> {
  const asOf = await databaseNow(platform);
  const row = await published(platform, objectKey);
  const etag = row?.confirmedEtag ?? null;
  if (!row || (await toldOnlyOfOurOwnWrite(platform, objectKey, etag))) {
    await settle(platform, objectKey, asOf, row ? { etag: etag ?? '' } : 'every write');
    return 'same';
  }
  let result: CheckResult = 'busy';
  const check = () =>
    withStream(platform, row.stream, async () => {
      const since = await databaseNow(platform);
      const newest = await published(platform, objectKey);
      result = await compare(platform, objectKey, newest?.confirmedText ?? undefined);
      if (isRetired(newest)) await platform.store.delete(objectKey);
      await settle(platform, objectKey, since, 'every write');
    });
  // Outwaits a publisher at work, or the check of another key of the stream.
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

/** Was published once and taken away for its age: what stands there now is not the platform's. */
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

/** The usual case, without a read: every waiting event tells of the bytes that were confirmed since. */
async function toldOnlyOfOurOwnWrite(
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

/** Closes what this check has answered. An event that came in meanwhile may tell of a newer write, and stays. */
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

/** The clock that event rows are stamped by. */
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
