import { ObjectStoreError } from '../port/object-store-error.ts';

/** OSS refuses to complete an upload with a smaller part, except for the last. */
const MIN_PART_BYTES = 100 * 1024;

/** @throws ObjectStoreError `invalid_request` */
export function assertPartBytes(partBytes: number, content: Uint8Array): void {
  if (!Number.isSafeInteger(partBytes) || partBytes < MIN_PART_BYTES || content.length === 0)
    throw new ObjectStoreError('invalid_request', 'parts hold 100 KiB at least, and there is at least one');
}
