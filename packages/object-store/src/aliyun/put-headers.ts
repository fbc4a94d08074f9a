import type { PutOptions } from '../object-store.ts';
import { ObjectStoreError } from '../object-store-error.ts';
import { assertUserMetadata } from '../user-metadata.ts';
import { WRITE_ID } from './object-headers.ts';

export type PutHeaders = Record<string, string>;

const PRINTABLE = /^[\x20-\x7e]+$/;

/**
 * The type is always sent: without one ali-oss guesses it from the key.
 * @throws ObjectStoreError `invalid_request` for what a header cannot carry unchanged.
 */
export function putHeaders({ contentType, cacheControl, metadata = {} }: PutOptions): PutHeaders {
  assertUserMetadata(metadata);
  const headers: PutHeaders = {
    'Content-Type': contentType ?? 'application/octet-stream',
    ...(cacheControl !== undefined && { 'Cache-Control': cacheControl }),
  };
  if (WRITE_ID in metadata || !Object.values(headers).every((value) => PRINTABLE.test(value))) {
    throw new ObjectStoreError('invalid_request', 'a header of the put is not valid');
  }
  for (const [name, value] of Object.entries(metadata)) headers[`x-oss-meta-${name}`] = value;
  return headers;
}
