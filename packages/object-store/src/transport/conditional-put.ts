import { randomUUID } from 'node:crypto';
import { ObjectStoreError } from '../port/object-store-error.ts';

/** User metadata that names the put which made the object; hidden from callers. */
export const WRITE_ID = 'write-id';

interface ConditionalPutSteps {
  /** Sends one attempt that the store rejects unless its condition holds, and that stores the id with the object. */
  put: (writeId: string) => Promise<{ etag: string }>;
  /** Returns the write id of the present object. */
  look: () => Promise<{ etag: string; writeId: string | undefined }>;
}

/**
 * Creates one logical write over several attempts. An attempt without a response may have succeeded, and the next one then finds
 * its own object. The write id distinguishes it from a foreign object, even with equal bytes. If the credential may not read it,
 * the outcome stays `unavailable`, never a false refusal.
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
