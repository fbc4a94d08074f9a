import { OssError } from './oss-error.ts';
import { decodeUriComponent, parseQueryString } from './uri-encoding.ts';

/** Target of a request by its path and Host header. The key is decoded and never normalised. */
export interface RequestTarget {
  bucket: string | undefined;
  key: string | undefined;
  query: ReadonlyMap<string, string>;
}

const BUCKET_NAME = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
const MAX_KEY_BYTES = 1023;

export function assertKeyOfOss(key: string): void {
  const bytes = Buffer.byteLength(key);
  if (bytes < 1 || bytes > MAX_KEY_BYTES || key.startsWith('/') || key.startsWith('\\')) {
    throw new OssError('InvalidObjectName');
  }
}

function bucketOfHost(host: string | undefined): string | undefined {
  return /^([^:]+)\.localhost(?::\d+)?$/i.exec(host ?? '')?.[1];
}

/**
 * Reads `/bucket/key?query`, or `/key?query` when Host is `bucket.localhost`. Works on the raw request line,
 * because a URL parser would resolve `..` and make one key look like another.
 */
export function parseRequestTarget(rawUrl: string, host: string | undefined): RequestTarget {
  const relative = rawUrl.replace(/^https?:\/\/[^/?]*/i, '');
  const question = relative.indexOf('?');
  const path = question < 0 ? relative : relative.slice(0, question);
  const query = parseQueryString(question < 0 ? '' : relative.slice(question + 1));
  if (query === undefined) {
    throw new OssError('InvalidArgument', { message: 'The query string is malformed or repeats a name.' });
  }
  if (!path.startsWith('/')) throw new OssError('InvalidURI');

  let bucket = bucketOfHost(host);
  let rawKey = path.slice(1);
  if (bucket === undefined) {
    const slash = rawKey.indexOf('/');
    bucket = slash < 0 ? rawKey : rawKey.slice(0, slash);
    rawKey = slash < 0 ? '' : rawKey.slice(slash + 1);
  }
  if (bucket === '') return { bucket: undefined, key: undefined, query };
  if (!BUCKET_NAME.test(bucket)) throw new OssError('InvalidBucketName');

  const key = decodeUriComponent(rawKey);
  if (key === undefined) throw new OssError('InvalidURI');
  if (key !== '') assertKeyOfOss(key);
  return { bucket, key: key === '' ? undefined : key, query };
}
