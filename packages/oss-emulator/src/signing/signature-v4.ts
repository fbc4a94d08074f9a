import { createHash, createHmac } from 'node:crypto';
import { equalSignatures, headerValue, type SignedRequest } from '../http/signed-request.ts';
import { SUBRESOURCES } from '../http/subresources.ts';
import { encodeUriComponent, encodeUriPath } from '../http/uri-encoding.ts';
import type { CheckedSignature } from './signature-v1.ts';

export const V4_ALGORITHM = 'OSS4-HMAC-SHA256';

/** The parts of a V4 signature, from the Authorization header or from the query of a presigned URL. */
export interface SignatureV4 {
  accessKeyId: string;
  /** `yyyymmdd`, `region`, `product`, `aliyun_v4_request` as sent. */
  scope: { date: string; region: string; product: string; request: string };
  additionalHeaders: string[];
  signature: string;
}

const AUTHORIZATION =
  /^OSS4-HMAC-SHA256\s+Credential=([^,\s]+),\s*(?:AdditionalHeaders=([^,\s]*),\s*)?Signature=([0-9a-f]{64})$/;

function parseCredential(text: string): Pick<SignatureV4, 'accessKeyId' | 'scope'> | undefined {
  const [accessKeyId, date, region, product, request, ...rest] = text.split('/');
  if (!accessKeyId || !date || !region || !product || !request || rest.length > 0) return undefined;
  return { accessKeyId, scope: { date, region, product, request } };
}

const parseAdditionalHeaders = (text: string | undefined) =>
  (text ?? '').split(';').filter((name) => name !== '');

export function parseAuthorizationV4(header: string): SignatureV4 | undefined {
  const [, credential, additional, signature] = AUTHORIZATION.exec(header) ?? [];
  const parsed = credential === undefined ? undefined : parseCredential(credential);
  if (parsed === undefined || signature === undefined) return undefined;
  return { ...parsed, additionalHeaders: parseAdditionalHeaders(additional), signature };
}

export function parsePresignedV4(query: ReadonlyMap<string, string>): SignatureV4 | undefined {
  const parsed = parseCredential(query.get('x-oss-credential') ?? '');
  const signature = query.get('x-oss-signature');
  if (parsed === undefined || signature === undefined || !/^[0-9a-f]{64}$/.test(signature)) return undefined;
  const additionalHeaders = parseAdditionalHeaders(query.get('x-oss-additional-headers'));
  return { ...parsed, additionalHeaders, signature };
}

/** `yyyymmddThhmmssZ` as milliseconds. */
export function parseV4Date(text: string | undefined): number | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '') ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}

function canonicalQuery(query: ReadonlyMap<string, string>, emptyWithEquals: boolean): string {
  const pairs: [string, string][] = [];
  for (const [name, value] of query) {
    if (name === 'x-oss-signature') continue;
    const bare = value === '' && !(emptyWithEquals && !SUBRESOURCES.has(name));
    const encoded = encodeUriComponent(name);
    pairs.push([encoded, bare ? encoded : `${encoded}=${encodeUriComponent(value)}`]);
  }
  pairs.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  return pairs.map(([, pair]) => pair).join('&');
}

function canonicalHeaders(request: SignedRequest, additional: string[]): string {
  const names = Object.keys(request.headers).filter(
    (name) => name === 'content-type' || name === 'content-md5' || name.startsWith('x-oss-'),
  );
  let text = '';
  for (const name of [...new Set([...names, ...additional])].sort()) {
    text += `${name}:${(headerValue(request.headers, name) ?? '').trim()}\n`;
  }
  return text;
}

interface CheckedSignatureV4 extends CheckedSignature {
  /** One character for each byte. */
  canonicalRequest: string;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * Whether the signature covers this very request. `date` is the full `x-oss-date`.
 * An empty parameter such as `prefix=` is accepted as signed with or without its `=`: the vendor's own
 * clients differ there, and both spellings mean the same request.
 */
export function checkSignatureV4(
  request: SignedRequest,
  claimed: SignatureV4,
  date: string,
  accessKeySecret: string,
): CheckedSignatureV4 {
  const headers = canonicalHeaders(request, claimed.additionalHeaders);
  const isWhole = claimed.additionalHeaders.every((name) => request.headers[name] !== undefined);
  const { scope } = claimed;
  const path = `/${request.bucket === undefined ? '' : `${request.bucket}/${request.key ?? ''}`}`;
  const payload = headerValue(request.headers, 'x-oss-content-sha256') ?? 'UNSIGNED-PAYLOAD';
  const scopeText = `${scope.date}/${scope.region}/${scope.product}/${scope.request}`;
  const dateKey = hmac(`aliyun_v4${accessKeySecret}`, scope.date);
  const key = hmac(hmac(hmac(dateKey, scope.region), scope.product), scope.request);

  const check = (emptyWithEquals: boolean): CheckedSignatureV4 => {
    const canonicalRequest = [
      request.method,
      encodeUriPath(path),
      canonicalQuery(request.query, emptyWithEquals),
      headers,
      claimed.additionalHeaders.join(';'),
      payload,
    ].join('\n');
    const hash = createHash('sha256').update(canonicalRequest, 'latin1').digest('hex');
    const stringToSign = `${V4_ALGORITHM}\n${date}\n${scopeText}\n${hash}`;
    const expected = hmac(key, stringToSign).toString('hex');
    const matches = isWhole && equalSignatures(expected, claimed.signature);
    return { matches, stringToSign, canonicalRequest };
  };
  const checked = check(false);
  if (checked.matches || ![...request.query.values()].includes('')) return checked;
  const other = check(true);
  return other.matches ? other : checked;
}
