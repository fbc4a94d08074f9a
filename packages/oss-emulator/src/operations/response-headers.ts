import { OssError } from '../http/oss-error.ts';
import { toByteString } from '../http/signed-request.ts';
import type { StoredObject } from '../storage/stored-object.ts';

export const httpDate = (milliseconds: number) => new Date(milliseconds).toUTCString();

/** Header that clients compare with their own checksum. */
export const crc64Header = (crc64: string | undefined): Record<string, string> =>
  crc64 === undefined ? {} : { 'x-oss-hash-crc64ecma': crc64 };

/**
 * Returns the headers of an object. For a symlink the bytes and their headers are the target's; the type stays
 * `Symlink`, so that a reader can distinguish it.
 */
export function objectResponseHeaders(named: StoredObject, content: StoredObject): Record<string, string> {
  const headers: Record<string, string> = {
    ...named.headers,
    etag: `"${content.etag}"`,
    'last-modified': httpDate(Math.max(named.lastModified, content.lastModified)),
    'x-oss-object-type': named.type,
    'x-oss-storage-class': content.storageClass,
    'accept-ranges': 'bytes',
    ...crc64Header(content.crc64),
  };
  if (content.type === 'Normal') {
    headers['content-md5'] = Buffer.from(content.etag, 'hex').toString('base64');
  }
  if (content.type === 'Appendable') headers['x-oss-next-append-position'] = String(content.size);
  if (named.tags.length > 0) headers['x-oss-tagging-count'] = String(named.tags.length);
  return headers;
}

const OVERRIDABLE = [
  'content-type',
  'content-language',
  'expires',
  'cache-control',
  'content-disposition',
  'content-encoding',
];

/** Returns headers overridden in the query, such as `response-content-type=…`. */
export function overriddenHeaders(query: ReadonlyMap<string, string>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of OVERRIDABLE) {
    const value = query.get(`response-${name}`);
    if (value === undefined) continue;
    // A line break in the value would let the author of a URL add headers.
    if (/\p{Cc}/u.test(value))
      throw new OssError('InvalidArgument', { message: `response-${name} is malformed.` });
    headers[name] = toByteString(value);
  }
  return headers;
}
