import type { IncomingHttpHeaders } from 'node:http';
import { assertNotEncoded, singleHeader } from '../described-object.ts';
import type { ObjectInfo } from '../object-store.ts';
import { ObjectStoreError } from '../object-store-error.ts';

export const METADATA_PREFIX = 'x-oss-meta-';

const TYPES: Readonly<Record<string, ObjectInfo['type']>> = {
  Normal: 'normal',
  Symlink: 'symlink',
  Appendable: 'appendable',
  Multipart: 'multipart',
};

export function objectType(headers: IncomingHttpHeaders): ObjectInfo['type'] {
  return TYPES[singleHeader(headers['x-oss-object-type']) ?? ''] ?? 'unknown';
}

/**
 * Judges the very answer whose bytes are read: between a head and a get the writer could swap the object. A
 * symlink shows what its reader may read, not what its maker may, so following one would leak; archived bytes
 * are not there when they are needed; an encoding unpacks to more than was stored.
 * @throws ObjectStoreError `not_plain` or `content_encoding`
 */
export function assertPlainObject(headers: IncomingHttpHeaders): void {
  const isNormal = headers['x-oss-object-type'] === 'Normal';
  const isSymlink = headers['x-oss-symlink-target'] !== undefined;
  const isArchived = singleHeader(headers['x-oss-storage-class'])?.includes('Archive') ?? false;
  if (!isNormal || isSymlink || isArchived) {
    throw new ObjectStoreError('not_plain', 'the object is a symlink, appendable, multipart or archived');
  }
  assertNotEncoded(headers);
}
