import type { IncomingHttpHeaders } from 'node:http';
import type { ExpectedObject, ObjectInfo } from '../port/object-store.ts';
import { ObjectStoreError } from '../port/object-store-error.ts';
import { WRITE_ID } from './conditional-put.ts';

/** Metadata of an object from response headers that all stores share. */
interface DescribedObject {
  key: string;
  /** Bytes as stored. */
  size: number;
  type: ObjectInfo['type'];
  /** Prefix of the vendor's user metadata. */
  metadataPrefix: string;
}

export function objectInfo(
  { key, size, type, metadataPrefix }: DescribedObject,
  headers: IncomingHttpHeaders,
): ObjectInfo {
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
    metadata: userMetadata(headers, metadataPrefix),
    type,
  };
}

export function unquotedEtag(headers: IncomingHttpHeaders): string {
  return (headers.etag ?? '').replaceAll('"', '');
}

export function getWriteId(headers: IncomingHttpHeaders, metadataPrefix: string): string | undefined {
  return singleHeader(headers[metadataPrefix + WRITE_ID]);
}

/**
 * Rejects an encoding, because it may unpack to more than was stored.
 * @throws ObjectStoreError `content_encoding`
 */
export function assertNotEncoded(headers: IncomingHttpHeaders): void {
  if ((headers['content-encoding'] ?? '') !== '') {
    throw new ObjectStoreError('content_encoding', 'the object has a content encoding');
  }
}

/**
 * Checks the response whose bytes are read, because the object may have been replaced since it was found.
 * @throws ObjectStoreError `changed`
 */
export function assertExpected(headers: IncomingHttpHeaders, { size, etag }: ExpectedObject): void {
  if (Number(headers['content-length']) !== size || unquotedEtag(headers) !== etag)
    throw new ObjectStoreError('changed', 'the object is another than the one that was found');
}

export function singleHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}

function userMetadata(headers: IncomingHttpHeaders, metadataPrefix: string): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([header, value]) => {
    const name = header.startsWith(metadataPrefix) ? header.slice(metadataPrefix.length) : '';
    return name === '' || name === WRITE_ID ? [] : [[name, singleHeader(value) ?? ''] as const];
  });
  return Object.fromEntries(entries);
}
