import { tables } from '@agent-home/database';
import { ObjectStoreError } from '@agent-home/object-store';
import { and, eq } from 'drizzle-orm';
import type { PublishingPlatform } from '../platform.ts';
import { randomId } from '../shared/random-id.ts';
import { releaseLease, takeLease } from './publisher-lease.ts';
import { putCertified } from './put-certified.ts';

const maxBytes = 4 * 1024 * 1024;

export type CheckResult = 'same' | 'restored' | 'busy';

/**
 * Compares a platform key with the database and puts the certified bytes back where they differ: after a foreign
 * write, a deletion, or a put of ours that landed late (openspec: publication). Runs under the stream's lease,
 * so that it never puts an old version over one that is just being published; `busy` means try again.
 */
export async function checkObject(platform: PublishingPlatform, objectKey: string): Promise<CheckResult> {
  const stream = (await published(platform, objectKey))?.stream;
  if (stream === undefined) return settle(platform, objectKey, 'same');
  const holder = randomId('checker', platform.randomBytes);
  if (!(await takeLease(platform, stream, holder))) return 'busy';
  try {
    return await settle(platform, objectKey, await compare(platform, objectKey));
  } finally {
    await releaseLease(platform, stream, holder);
  }
}

async function published(platform: PublishingPlatform, objectKey: string) {
  const { publishedObjects } = tables;
  const [row] = await platform.database
    .select()
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, objectKey));
  return row;
}

async function compare(platform: PublishingPlatform, objectKey: string): Promise<CheckResult> {
  const row = await published(platform, objectKey);
  if (!row?.confirmedText || (await isOurOwnWrite(platform, objectKey, row.confirmedEtag))) return 'same';
  if ((await readText(platform, objectKey)) === row.confirmedText) return 'same';
  await putCertified(platform.store, objectKey, row.confirmedText);
  platform.metrics.platformObjectsRestored.inc();
  platform.log.warn({ objectKey }, 'a platform object differed from the database and was put right');
  return 'restored';
}

/** The usual case, without a read: every waiting event tells of the bytes that were confirmed since. */
async function isOurOwnWrite(
  platform: PublishingPlatform,
  objectKey: string,
  etag: string | null,
): Promise<boolean> {
  const { storeEvents } = tables;
  const events = await platform.database
    .select({ etag: storeEvents.etag })
    .from(storeEvents)
    .where(and(eq(storeEvents.objectKey, objectKey), eq(storeEvents.outcome, 'check')));
  return events.length > 0 && etag !== null && events.every((event) => event.etag === etag);
}

async function settle(
  platform: PublishingPlatform,
  objectKey: string,
  result: CheckResult,
): Promise<CheckResult> {
  const { storeEvents } = tables;
  await platform.database
    .update(storeEvents)
    .set({ outcome: 'checked' })
    .where(and(eq(storeEvents.objectKey, objectKey), eq(storeEvents.outcome, 'check')));
  return result;
}

async function readText(platform: PublishingPlatform, objectKey: string): Promise<string | undefined> {
  try {
    const { bytes } = await platform.store.get(objectKey, { maxBytes, timeoutMs: 5_000 });
    return new TextDecoder().decode(bytes);
  } catch (error) {
    if (error instanceof ObjectStoreError && ['not_found', 'too_large'].includes(error.code))
      return undefined;
    throw error;
  }
}
