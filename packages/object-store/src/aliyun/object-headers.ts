import type { IncomingHttpHeaders } from 'node:http';
import type { ObjectInfo } from '../port/object-store.ts';
import { ObjectStoreError } from '../port/object-store-error.ts';
import { assertNotEncoded, singleHeader } from '../transport/described-object.ts';

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
 * Checks the response whose bytes are read, because the writer could swap the object between a head and a get. Following a symlink
 * would leak, because it is read with its reader's rights instead of its creator's. Archived bytes are not available immediately.
 * An encoding unpacks to more than was stored.
 * @throws ObjectStoreError `not_plain`, `put_in_parts` or `content_encoding`
 */
export function assertPlainObject(headers: IncomingHttpHeaders): void {
  assertUploadedObject(headers);
  if (singleHeader(headers['x-oss-object-type']) === 'Multipart')
    throw new ObjectStoreError('put_in_parts', 'the object was put in parts');
}

/** Same for an object that may have been put in parts. @throws ObjectStoreError `not_plain` or `content_encoding` */
export function assertUploadedObject(headers: IncomingHttpHeaders): void {
  const type = singleHeader(headers['x-oss-object-type']) ?? 'none';
  if (headers['x-oss-symlink-target'] !== undefined || type === 'Symlink')
    throw new ObjectStoreError('not_plain', 'the object is a symlink');
  if (!uploadedTypes.includes(type))
    throw new ObjectStoreError('not_plain', `the object is of the type ${type.slice(0, 40)}`);
  if (isArchived(singleHeader(headers['x-oss-storage-class'])))
    throw new ObjectStoreError('not_plain', 'the object is archived');
  assertNotEncoded(headers);
}

/** Judges an object by its listing; properties that a listing lacks are checked when it is read. */
export function isUploaded(type: string | undefined, storageClass: string | undefined): boolean {
  return (type === undefined || uploadedTypes.includes(type)) && !isArchived(storageClass);
}

const uploadedTypes = ['Normal', 'Multipart'];

function isArchived(storageClass: string | undefined): boolean {
  return storageClass?.includes('Archive') ?? false;
}
