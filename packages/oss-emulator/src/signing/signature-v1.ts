import { createHmac } from 'node:crypto';
import { equalSignatures, headerValue, type SignedRequest, toByteString } from '../http/signed-request.ts';
import { SUBRESOURCES } from '../http/subresources.ts';

interface SignatureV1 {
  accessKeyId: string;
  signature: string;
}

export function parseAuthorizationV1(header: string): SignatureV1 | undefined {
  const [, accessKeyId, signature] = /^OSS ([^:\s]+):([A-Za-z0-9+/=]+)$/.exec(header) ?? [];
  return accessKeyId === undefined || signature === undefined ? undefined : { accessKeyId, signature };
}

export function parsePresignedV1(query: ReadonlyMap<string, string>): SignatureV1 | undefined {
  const accessKeyId = query.get('OSSAccessKeyId');
  const signature = query.get('Signature');
  return accessKeyId === undefined || signature === undefined ? undefined : { accessKeyId, signature };
}

/** Covers only subresources: in V1 a proxy can change `prefix` and `list-type`. */
function canonicalResource(request: SignedRequest, bucketEnd: '/' | ''): string {
  const inBucket = request.key === undefined ? bucketEnd : `/${request.key}`;
  const path = request.bucket === undefined ? '/' : `/${request.bucket}${inBucket}`;
  const signed = [...request.query]
    .filter(([name]) => SUBRESOURCES.has(name))
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`));
  return signed.length === 0 ? path : `${path}?${signed.join('&')}`;
}

export interface CheckedSignature {
  matches: boolean;
  /** String to sign, one character per byte. */
  stringToSign: string;
}

/**
 * Checks a V1 signature. `date` is the Date or `x-oss-date` header as sent, or `Expires` of a presigned URL. A bucket may be signed
 * with or without its slash: opendal sends and signs none, and both mean the same request.
 */
export function checkSignatureV1(
  request: SignedRequest,
  claimed: SignatureV1,
  date: string,
  accessKeySecret: string,
): CheckedSignature {
  const ossHeaders = Object.keys(request.headers)
    .filter((name) => name.startsWith('x-oss-'))
    .sort()
    .map((name) => `${name}:${(headerValue(request.headers, name) ?? '').trim()}`);
  const check = (bucketEnd: '/' | ''): CheckedSignature => {
    const stringToSign = [
      request.method,
      headerValue(request.headers, 'content-md5') ?? '',
      headerValue(request.headers, 'content-type') ?? '',
      date,
      ...ossHeaders,
      toByteString(canonicalResource(request, bucketEnd)),
    ].join('\n');
    const expected = createHmac('sha1', accessKeySecret).update(stringToSign, 'latin1').digest('base64');
    return { matches: equalSignatures(expected, claimed.signature), stringToSign };
  };
  const checked = check('/');
  if (checked.matches || request.key !== undefined) return checked;
  const other = check('');
  return other.matches ? other : checked;
}
