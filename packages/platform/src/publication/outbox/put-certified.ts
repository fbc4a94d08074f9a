import { type ObjectStore, ObjectStoreError, type PutOptions } from '@agent-home/object-store';
import { eq } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { collectTraits } from '../../foundation/settings/store-traits.ts';
import { isArchived } from './archived-entries.ts';
import type { Put } from './confirm-puts.ts';
import { isPastSunset, notInBucket } from './edition-schedule.ts';
import type { SignedRow } from './signing.ts';

const maxReadBackBytes = 4 * 1024 * 1024;
const unknownOutcomes = new Set(['timeout', 'unavailable']);
const taken = new Set(['precondition_failed', 'already_exists', 'not_found']);
const maxAttempts = 5;
const json: PutOptions = { contentType: 'application/json' };

/**
 * Puts one row. A store with the trait `bindsPuts` refuses an old version over a newer one; on other stores only the
 * lease keeps slow publishers from that. Objects of a retired schema version and entries of an archived topic stay in
 * the database only: an archived entry is in its pack.
 */
export async function putRow(platform: PublishingPlatform, { row, text }: SignedRow): Promise<Put> {
  const { store, config } = platform;
  if (await isPastSunset(platform, row.objectKey)) return { row, text, etag: notInBucket };
  const { bindsPuts } = collectTraits(config.store);
  // A first version needs no query for an archive, because only an erasure rewrites an entry.
  const before = bindsPuts || row.version > 1 ? await confirmedVersion(platform, row.objectKey) : undefined;
  if (isArchived({ objectKey: row.objectKey, etag: before?.etag })) return { row, text, etag: notInBucket };
  const isOvertaken = async () =>
    ((await confirmedVersion(platform, row.objectKey))?.version ?? 0) > row.version;
  const replaced = bindsPuts ? { etag: before?.etag ?? undefined, isOvertaken } : undefined;
  return { row, text, ...(await putCertified(store, row.objectKey, text, replaced)) };
}

async function confirmedVersion(platform: PublishingPlatform, objectKey: string) {
  const { publishedObjects } = tables;
  const [row] = await platform.database
    .select({ version: publishedObjects.confirmedVersion, etag: publishedObjects.confirmedEtag })
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, objectKey));
  return row;
}

/** Object that a put may replace, on a store where a put can name it. */
interface Replaced {
  /** undefined if the key must be free. */
  etag: string | undefined;
  /** Queries the database for a newer version, and returns true if there is one. */
  isOvertaken(): Promise<boolean>;
}

/**
 * Puts one certified object. A put without a response is settled by reading the key, and fails only if the object is not
 * there. With `replaced`, a publisher that stalled cannot put an old version over a newer one: if there is a newer
 * version, nothing is put and the result is undefined.
 */
export async function putCertified(
  store: ObjectStore,
  objectKey: string,
  text: string,
  replaced?: Replaced,
): Promise<{ etag: string } | undefined> {
  const bytes = new TextEncoder().encode(text);
  let etag = replaced?.etag;
  for (let attempt = 1; ; attempt++) {
    try {
      if (replaced && etag === undefined) return await store.putIfAbsent(objectKey, bytes, json);
      return await store.put(objectKey, bytes, etag === undefined ? json : { ...json, ifMatch: etag });
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error;
      if (unknownOutcomes.has(error.code)) {
        const stored = await readBack(store, objectKey).catch(() => undefined);
        if (!stored || Buffer.compare(stored.bytes, bytes) !== 0) throw error;
        return { etag: stored.etag };
      }
      if (!replaced || !taken.has(error.code) || attempt >= maxAttempts) throw error;
    }
    const found = await readBack(store, objectKey);
    if (found && Buffer.compare(found.bytes, bytes) === 0) return { etag: found.etag };
    if (await replaced.isOvertaken()) return undefined;
    etag = found?.etag;
  }
}

async function readBack(
  store: ObjectStore,
  objectKey: string,
): Promise<{ bytes: Uint8Array; etag: string } | undefined> {
  try {
    const { bytes, info } = await store.get(objectKey, { maxBytes: maxReadBackBytes, timeoutMs: 5_000 });
    return { bytes, etag: info.etag };
  } catch (error) {
    if (error instanceof ObjectStoreError && error.code === 'not_found') return undefined;
    throw error;
  }
}
