import { ObjectStoreError } from './object-store-error.ts';

const MAX_KEY_BYTES = 1023;

/** White space and letters are the store's business; control characters break the XML of a listing. */
const FORBIDDEN = /[\p{Cc}\p{Surrogate}]/u;

/**
 * Refuses keys that some client, proxy or server on the way would turn into another key: a leading slash is
 * dropped by some, a dot segment resolved by others, and the credential may be good for where that leads.
 * @throws ObjectStoreError `invalid_request`
 */
export function assertObjectKey(key: string): void {
  const segments = key.split('/');
  const isBroken =
    key === '' ||
    key.startsWith('/') ||
    key.startsWith('\\') ||
    FORBIDDEN.test(key) ||
    segments.includes('.') ||
    segments.includes('..') ||
    Buffer.byteLength(key) > MAX_KEY_BYTES;
  if (isBroken) throw new ObjectStoreError('invalid_request', 'the object key is not valid');
}
