import type { IncomingHttpHeaders } from 'node:http';
import type { ObjectInfo } from '../port/object-store.ts';
import { ObjectStoreError } from '../port/object-store-error.ts';
import { assertNotEncoded, unquotedEtag } from '../transport/described-object.ts';

export const METADATA_PREFIX = 'x-amz-meta-';

/** The etag of an object uploaded in parts ends with their number. */
const PARTS = /-\d+$/;

/**
 * Returns the type of an object. S3 has no links and no appendable objects. On MinIO, a writer can choose the etag and so hide the
 * parts.
 */
export function objectType(headers: IncomingHttpHeaders): ObjectInfo['type'] {
  return PARTS.test(unquotedEtag(headers)) ? 'multipart' : 'normal';
}

/**
 * Checks the response whose bytes are read. A multipart upload can be started under one credential and
 * completed under a later one, with bytes sent long before, so inputs must be put in one part.
 * @throws ObjectStoreError `put_in_parts` or `content_encoding`
 */
export function assertPlainObject(headers: IncomingHttpHeaders): void {
  if (objectType(headers) !== 'normal') {
    throw new ObjectStoreError('put_in_parts', 'the object was put in parts');
  }
  assertNotEncoded(headers);
}
