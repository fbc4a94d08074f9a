import { createHash, createHmac } from 'node:crypto';
import type { RawRequest } from './raw-request.ts';
import { BUCKET, REGION } from './test-options.ts';

const percentEncode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
const algorithm = 'OSS4-HMAC-SHA256';
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Formats a time as `yyyymmddThhmmssZ`. */
const v4Date = (time: number) => new Date(time).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '');

interface SigningOptions {
  accessKeyId: string;
  accessKeySecret: string;
  securityToken?: string;
  /** Milliseconds; default now. */
  time?: number;
  region?: string;
  product?: string;
  bucket?: string;
}

function signature(
  options: Required<Pick<SigningOptions, 'accessKeySecret' | 'region' | 'product'>>,
  date: string,
  canonicalRequest: string,
): string {
  const day = date.slice(0, 8);
  const scope = `${day}/${options.region}/${options.product}/aliyun_v4_request`;
  const hash = createHash('sha256').update(canonicalRequest).digest('hex');
  const key = hmac(hmac(hmac(`aliyun_v4${options.accessKeySecret}`, day), options.region), options.product);
  return hmac(hmac(key, 'aliyun_v4_request'), `${algorithm}\n${date}\n${scope}\n${hash}`).toString('hex');
}

const canonicalUri = (bucket: string, key: string | undefined) =>
  `/${bucket}/${percentEncode(key ?? '').replaceAll('%2F', '/')}`;
const canonicalQuery = (query: Record<string, string>) =>
  Object.entries(query)
    .map(([name, value]) =>
      value === '' ? percentEncode(name) : `${percentEncode(name)}=${percentEncode(value)}`,
    )
    .sort()
    .join('&');

/** Subject of a signature. */
interface ToSign {
  method: string;
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const scopeOfDate = ({ accessKeyId, region = REGION, product = 'oss' }: SigningOptions, date: string) =>
  `${accessKeyId}/${date.slice(0, 8)}/${region}/${product}/aliyun_v4_request`;

/** Returns the path and query of a request with its V4 signature, written independently of the emulator's own verifier. */
function signedTarget(
  { method, key, query = {}, headers = {} }: ToSign,
  date: string,
  options: SigningOptions,
): { target: string; signature: string } {
  const { region = REGION, product = 'oss', bucket = BUCKET, accessKeySecret } = options;
  const signedHeaders = Object.keys(headers)
    .filter((name) => name === 'content-type' || name === 'content-md5' || name.startsWith('x-oss-'))
    .sort()
    .map((name) => `${name}:${headers[name]}\n`)
    .join('');
  const [uri, text] = [canonicalUri(bucket, key), canonicalQuery(query)];
  const canonical = `${method}\n${uri}\n${text}\n${signedHeaders}\n\nUNSIGNED-PAYLOAD`;
  return {
    target: `${uri}${text === '' ? '' : `?${text}`}`,
    signature: signature({ accessKeySecret, region, product }, date, canonical),
  };
}

/** Returns a V4 request, written from the vendor's description. */
export function signedRequest(request: ToSign, options: SigningOptions): RawRequest {
  const date = v4Date(options.time ?? Date.now());
  const headers: Record<string, string> = {
    ...request.headers,
    'x-oss-date': date,
    'x-oss-content-sha256': 'UNSIGNED-PAYLOAD',
  };
  if (options.securityToken !== undefined) headers['x-oss-security-token'] = options.securityToken;
  const { target, signature: signed } = signedTarget({ ...request, headers }, date, options);
  headers.authorization = `${algorithm} Credential=${scopeOfDate(options, date)},Signature=${signed}`;
  const { method, body } = request;
  return { method, target, headers, ...(body === undefined ? {} : { body }) };
}

/**
 * Returns the request as a presigned URL that its holder may use for some seconds: the query contains the whole
 * proof.
 */
export function presignedRequest(
  request: ToSign,
  options: SigningOptions & { expiresSeconds: number | string },
): RawRequest {
  const date = v4Date(options.time ?? Date.now());
  const query: Record<string, string> = {
    ...request.query,
    'x-oss-signature-version': algorithm,
    'x-oss-credential': scopeOfDate(options, date),
    'x-oss-date': date,
    'x-oss-expires': String(options.expiresSeconds),
  };
  if (options.securityToken !== undefined) query['x-oss-security-token'] = options.securityToken;
  const { target, signature: signed } = signedTarget({ ...request, query }, date, options);
  const { method, headers, body } = request;
  return {
    method,
    target: `${target}&x-oss-signature=${signed}`,
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
  };
}
