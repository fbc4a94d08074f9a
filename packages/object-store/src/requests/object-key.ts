import { ObjectStoreError } from '../port/object-store-error.ts';

const MAX_KEY_BYTES = 1023;

/** White space and letters are the store's business; control characters break the XML of a listing. */
const FORBIDDEN = /[\p{Cc}\p{Surrogate}]/u;

/**
 * Refuses keys that some client, proxy or server on the way would turn into another key: a leading slash is
 * dropped by some, a dot segment resolved by others, and the credential may be good for where that leads.
 * @throws ObjectStoreError `invalid_request`
 */
export function assertObjectKey(key: string): void {
  if (!isUsableKey(key)) throw new ObjectStoreError('invalid_request', 'the object key is not valid');
}

/** Returns true if every store and client uses the key literally. Keys chosen by agents need not be usable. */
export function isUsableKey(key: string): boolean {
  const segments = key.split('/');
  return isStorableKey(key) && !FORBIDDEN.test(key) && !segments.includes('.') && !segments.includes('..');
}

/** Checks that a store can contain the key. @throws ObjectStoreError `invalid_request` */
export function assertListedKey(key: string): void {
  if (!isStorableKey(key)) throw new ObjectStoreError('invalid_request', 'no store has such a key');
}

function isStorableKey(key: string): boolean {
  const isShort = Buffer.byteLength(key) <= MAX_KEY_BYTES;
  return key !== '' && !key.startsWith('/') && !key.startsWith('\\') && isShort;
}
