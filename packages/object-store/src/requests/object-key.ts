import { ObjectStoreError } from '../port/object-store-error.ts';

const MAX_KEY_BYTES = 1023;

/** Control characters break the XML of a listing; the store decides about white space and letters. */
const FORBIDDEN = /[\p{Cc}\p{Surrogate}]/u;

/**
 * Rejects keys that a client, proxy or server on the way could turn into another key: some drop a leading slash, others resolve dot
 * segments. The credential may be valid for the resulting key.
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
