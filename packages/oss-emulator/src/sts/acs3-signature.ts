import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { equalSignatures, headerValue } from '../http/signed-request.ts';
import { encodeUriComponent } from '../http/uri-encoding.ts';

/** Signed parts of a request to the token service. */
export interface Acs3Request {
  method: string;
  path: string;
  query: ReadonlyMap<string, string>;
  headers: IncomingHttpHeaders;
  body: Uint8Array;
}

interface Acs3Signature {
  accessKeyId: string;
  signedHeaders: string[];
  signature: string;
}

const AUTHORIZATION =
  /^ACS3-HMAC-SHA256\s+Credential=([^,\s]+),\s*SignedHeaders=([a-z0-9;-]+),\s*Signature=([0-9a-f]{64})$/;

export function parseAcs3Authorization(header: string | undefined): Acs3Signature | undefined {
  const [, accessKeyId, signedHeaders, signature] = AUTHORIZATION.exec(header ?? '') ?? [];
  if (accessKeyId === undefined || signedHeaders === undefined || signature === undefined) return undefined;
  return { accessKeyId, signedHeaders: signedHeaders.split(';'), signature };
}

const REQUIRED = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce'];

/** Returns true if the signed headers include everything that determines the meaning of the request. */
export function coversRequest(request: Acs3Request, claimed: Acs3Signature): boolean {
  const present = Object.keys(request.headers).filter((name) => name.startsWith('x-acs-'));
  return [...REQUIRED, ...present].every((name) => claimed.signedHeaders.includes(name));
}

export function verifyAcs3Signature(
  request: Acs3Request,
  claimed: Acs3Signature,
  accessKeySecret: string,
): boolean {
  const payloadHash = createHash('sha256').update(request.body).digest('hex');
  if (headerValue(request.headers, 'x-acs-content-sha256') !== payloadHash) return false;
  const query = [...request.query]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${encodeUriComponent(name)}=${encodeUriComponent(value)}`)
    .join('&');
  const headers = claimed.signedHeaders
    .map((name) => `${name}:${(headerValue(request.headers, name) ?? '').trim()}\n`)
    .join('');
  const canonical = [
    request.method,
    request.path,
    query,
    headers,
    claimed.signedHeaders.join(';'),
    payloadHash,
  ].join('\n');
  const hash = createHash('sha256').update(canonical, 'latin1').digest('hex');
  const expected = createHmac('sha256', accessKeySecret).update(`ACS3-HMAC-SHA256\n${hash}`).digest('hex');
  return equalSignatures(expected, claimed.signature);
}
