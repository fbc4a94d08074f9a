import { type ObjectStore, ObjectStoreError, type PutOptions } from '@agent-home/object-store';

const maxReadBackBytes = 4 * 1024 * 1024;
const unknownOutcomes = new Set(['timeout', 'unavailable']);
const taken = new Set(['precondition_failed', 'already_exists', 'not_found']);
const maxAttempts = 5;
const json: PutOptions = { contentType: 'application/json' };

/**
 * Puts one certified object. Where the put gets no answer it reads the key, and fails only if the object is not there.
 */
export async function putCertified(
  store: ObjectStore,
  objectKey: string,
  text: string,
  put: (bytes: Uint8Array) => Promise<{ etag: string }> = (bytes) => store.put(objectKey, bytes, json),
): Promise<{ etag: string }> {
  const bytes = new TextEncoder().encode(text);
  try {
    return await put(bytes);
  } catch (error) {
    if (!(error instanceof ObjectStoreError) || !unknownOutcomes.has(error.code)) throw error;
    const found = await readBack(store, objectKey).catch(() => undefined);
    if (!found || Buffer.compare(found.bytes, bytes) !== 0) throw error;
    return { etag: found.etag };
  }
}

/**
 * The same on a store where a put can name what it replaces, so that a publisher that stalled cannot put an old version
 * over a newer one. `isOvertaken` asks the database whether there is a newer one by now; then nothing is put, and the
 * answer is undefined.
 */
export function putCertifiedBound(
  store: ObjectStore,
  objectKey: string,
  text: string,
  expected: { etag: string | null; isOvertaken: () => Promise<boolean> },
): Promise<{ etag: string } | undefined> {
  return attemptBound(store, objectKey, text, expected, expected.etag ?? undefined, 1);
}

async function attemptBound(
  store: ObjectStore,
  objectKey: string,
  text: string,
  expected: { isOvertaken: () => Promise<boolean> },
  etag: string | undefined,
  attempt: number,
): Promise<{ etag: string } | undefined> {
  try {
    return await putCertified(store, objectKey, text, (bytes) =>
      etag === undefined
        ? store.putIfAbsent(objectKey, bytes, json)
        : store.put(objectKey, bytes, { ...json, ifMatch: etag }),
    );
  } catch (error) {
    if (!(error instanceof ObjectStoreError) || !taken.has(error.code) || attempt >= maxAttempts) throw error;
  }
  const found = await readBack(store, objectKey);
  if (found && Buffer.compare(found.bytes, new TextEncoder().encode(text)) === 0) return { etag: found.etag };
  if (await expected.isOvertaken()) return undefined;
  return attemptBound(store, objectKey, text, expected, found?.etag, attempt + 1);
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
