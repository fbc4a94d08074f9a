import { createHash } from 'node:crypto';
// The client's own signer. The rest of the client is not used: it reads without bounds, retries by itself and
// guesses content types.
import { presignSignatureV4, signV4 } from 'minio/dist/esm/signing.mjs';
import type { StoreCredentials } from '../port/store-credentials.ts';
import type { S3Settings } from './s3-settings.ts';

export interface UnsignedRequest {
  method: string;
  /** Encoded, with its query. */
  path: string;
  /** Lower-case names. */
  headers?: Record<string, string>;
  content?: Buffer | undefined;
}

interface S3SignedRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  content: Buffer | undefined;
}

/** Signs the whole request with Signature V4, including the bytes of the body, so that no part can be swapped. */
export function signS3Request(
  { endpoint, region }: S3Settings,
  service: 's3' | 'sts',
  { method, path, headers = {}, content }: UnsignedRequest,
  { accessKeyId, accessKeySecret, securityToken }: StoreCredentials,
  now: Date,
): S3SignedRequest {
  const { protocol, host, origin } = new URL(endpoint);
  const digest = createHash('sha256')
    .update(content ?? '')
    .digest('hex');
  const signed: Record<string, string> = {
    ...headers,
    host,
    'x-amz-date': longDate(now),
    'x-amz-content-sha256': digest,
    ...(securityToken !== undefined && { 'x-amz-security-token': securityToken }),
  };
  const authorization = signV4(
    { protocol, method, path, headers: signed },
    accessKeyId,
    accessKeySecret,
    region,
    now,
    digest,
    service,
  );
  return { url: origin + path, method, headers: { ...signed, authorization }, content };
}

/** Returns a URL that is valid for one method and path. A given `contentType` must be sent unchanged. The URL is a secret. */
export function presignUrl(
  { endpoint, region }: S3Settings,
  { method, path, contentType }: { method: string; path: string; contentType: string | undefined },
  { accessKeyId, accessKeySecret, securityToken }: StoreCredentials,
  expiresInSeconds: number,
  now: Date,
): string {
  const { protocol, host } = new URL(endpoint);
  // Capitalized, because the signer leaves a lower-case `content-type` out of the signature.
  const headers = { host, ...(contentType !== undefined && { 'Content-Type': contentType }) };
  return presignSignatureV4(
    { protocol, method, path, headers },
    accessKeyId,
    accessKeySecret,
    securityToken,
    region,
    now,
    expiresInSeconds,
  );
}

/** Formats a time as `20261121T170000Z`. */
function longDate(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d{3}/g, '');
}
