import { randomUUID } from 'node:crypto';
import { ObjectStoreError } from '../port/object-store-error.ts';

/** User metadata that names the put which made the object; hidden from callers. */
export const WRITE_ID = 'write-id';

interface ConditionalPutSteps {
  /** One attempt that the store refuses unless its condition holds, and that marks the object with the id. */
  put: (writeId: string) => Promise<{ etag: string }>;
  /** Who made the object that is there now. */
  look: () => Promise<{ etag: string; writeId: string | undefined }>;
}

/**
 * One logical write over several attempts. When an attempt ends without an answer it may have landed, and the
 * next one then meets its own object: the id in it tells that from somebody else's, where equal bytes would
 * not. Where the credential may not look, the outcome stays `unavailable`, never a false refusal.
 */
export function conditionalPutAttempt({ put, look }: ConditionalPutSteps): () => Promise<{ etag: string }> {
  const writeId = randomUUID();
  let mayHaveLanded = false;
  return async () => {
    try {
      return await put(writeId);
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error;
      if (error.code === 'unavailable') mayHaveLanded = true;
      const isRefusal = error.code === 'already_exists' || error.code === 'precondition_failed';
      if (!isRefusal || !mayHaveLanded) throw error;
      const present = await look().catch(() => {
        throw new ObjectStoreError('unavailable', 'put: the outcome is unknown');
      });
      if (present.writeId === writeId) return { etag: present.etag };
      throw error;
    }
  };
}
