import { ObjectStoreError } from '../port/object-store-error.ts';

const MAX_PRESIGN_SECONDS = 7 * 24 * 3600;

/** @throws ObjectStoreError `invalid_request` */
export function assertPresignSeconds(seconds: number): void {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_PRESIGN_SECONDS) {
    throw new ObjectStoreError('invalid_request', 'a presigned URL lasts 1 second to 7 days');
  }
}
