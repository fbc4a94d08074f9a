import type { IncomingHttpHeaders } from 'node:http';
import type { ObjectInfo } from '../object-store.ts';
import { ObjectStoreError } from '../object-store-error.ts';

const METADATA_PREFIX = 'x-oss-meta-';

/** Names the put that made the object, so that `putIfAbsent` can recognize its own; hidden from callers. */
export const WRITE_ID = 'write-id';

const TYPES: Readonly<Record<string, ObjectInfo['type']>> = {
  Normal: 'normal',
  Symlink: 'symlink',
  Appendable: 'appendable',
  Multipart: 'multipart',
};

export function objectInfo(key: string, size: number, headers: IncomingHttpHeaders): ObjectInfo {
  const lastModified = new Date(headers['last-modified'] ?? Number.NaN);
  if (Number.isNaN(lastModified.getTime()) || !Number.isSafeInteger(size)) {
    throw new ObjectStoreError('unavailable', 'the answer describes no object');
  }
  return {
    key,
    size,
    etag: unquotedEtag(headers),
    lastModified,
    contentType: headers['content-type'],
    contentEncoding: headers['content-encoding'],
    metadata: userMetadata(headers),
    type: TYPES[single(headers['x-oss-object-type']) ?? ''] ?? 'unknown',
  };
}

export function unquotedEtag(headers: IncomingHttpHeaders): string {
  return (headers.etag ?? '').replaceAll('"', '');
}

export function writeIdOf(headers: IncomingHttpHeaders): string | undefined {
  return single(headers[METADATA_PREFIX + WRITE_ID]);
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
  const isArchived = single(headers['x-oss-storage-class'])?.includes('Archive') ?? false;
  if (!isNormal || isSymlink || isArchived) {
    throw new ObjectStoreError('not_plain', 'the object is a symlink, appendable, multipart or archived');
  }
  if ((headers['content-encoding'] ?? '') !== '') {
    throw new ObjectStoreError('content_encoding', 'the object has a content encoding');
  }
}

function userMetadata(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([header, value]) => {
    const name = header.startsWith(METADATA_PREFIX) ? header.slice(METADATA_PREFIX.length) : '';
    return name === '' || name === WRITE_ID ? [] : [[name, single(value) ?? ''] as const];
  });
  return Object.fromEntries(entries);
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}
