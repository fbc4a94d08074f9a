import { type ObjectStore, ObjectStoreError } from '@agent-home/object-store';

const maxReadBackBytes = 4 * 1024 * 1024;
const unknownOutcomes = new Set(['timeout', 'unavailable']);

/** Puts one certified object. After an outcome nobody knows it reads back, and fails only if it is not there. */
export async function putCertified(
  store: ObjectStore,
  objectKey: string,
  text: string,
): Promise<{ etag: string }> {
  const bytes = new TextEncoder().encode(text);
  try {
    return await store.put(objectKey, bytes, { contentType: 'application/json' });
  } catch (error) {
    if (!(error instanceof ObjectStoreError) || !unknownOutcomes.has(error.code)) throw error;
    const found = await store
      .get(objectKey, { maxBytes: maxReadBackBytes, timeoutMs: 5_000 })
      .catch(() => undefined);
    if (!found || Buffer.compare(found.bytes, bytes) !== 0) throw error;
    return { etag: found.info.etag };
  }
}
