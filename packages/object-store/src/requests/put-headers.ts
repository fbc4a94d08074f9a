import type { PutOptions } from '../port/object-store.ts';
import { ObjectStoreError } from '../port/object-store-error.ts';
import { WRITE_ID } from '../transport/conditional-put.ts';
import { assertUserMetadata } from './user-metadata.ts';

export type PutHeaders = Record<string, string>;

const PRINTABLE = /^[\x20-\x7e]+$/;

/**
 * Returns the headers of a put. The type is always sent, since clients and stores otherwise guess one from the key.
 * `metadataPrefix` is the vendor's.
 * @throws ObjectStoreError `invalid_request` for a value that a header cannot carry unchanged
 */
export function putHeaders(
  { contentType, cacheControl, metadata = {} }: PutOptions,
  metadataPrefix: string,
): PutHeaders {
  assertUserMetadata(metadata);
  const headers: PutHeaders = {
    'Content-Type': contentType ?? 'application/octet-stream',
    ...(cacheControl !== undefined && { 'Cache-Control': cacheControl }),
  };
  if (WRITE_ID in metadata || !Object.values(headers).every((value) => PRINTABLE.test(value))) {
    throw new ObjectStoreError('invalid_request', 'a header of the put is not valid');
  }
  for (const [name, value] of Object.entries(metadata)) headers[metadataPrefix + name] = value;
  return headers;
}
