import { ObjectStoreError, type ObjectStoreErrorCode } from '../port/object-store-error.ts';
import { hasExpired, type StoreCredentials } from '../port/store-credentials.ts';
import { singleHeader } from '../transport/described-object.ts';
import { elementText } from '../transport/element-text.ts';
import type { HttpAnswer } from '../transport/http-exchange.ts';

/** Error codes of S3 and MinIO for which the status alone would mislead. */
const BY_VENDOR_CODE: Readonly<Record<string, ObjectStoreErrorCode>> = {
  NoSuchKey: 'not_found',
  // A missing bucket is a wrong configuration; `not_found` would suggest an empty one.
  NoSuchBucket: 'invalid_request',
  PreconditionFailed: 'precondition_failed',
  // Another put at the same key is in progress.
  ConditionalRequestConflict: 'unavailable',
  InvalidObjectState: 'not_plain',
  // Returned with status 400 if an unsigned header had to be signed.
  AccessDenied: 'access_denied',
  ExpiredToken: 'credentials_expired',
  SignatureDoesNotMatch: 'access_denied',
  // The clock is wrong; another credential would not help.
  RequestTimeTooSkewed: 'invalid_request',
  RequestTimeout: 'timeout',
  NotImplemented: 'invalid_request',
  SlowDown: 'throttled',
  SlowDownRead: 'throttled',
  SlowDownWrite: 'throttled',
  TooManyRequests: 'throttled',
  RequestLimitExceeded: 'throttled',
  Throttling: 'throttled',
};

/** Responses of both stores for an unknown temporary key. */
const UNKNOWN_KEY: readonly (string | undefined)[] = ['InvalidAccessKeyId', 'InvalidTokenId', undefined];

/**
 * Translates an unsuccessful response. The vendor's message is dropped: code must not branch on it, and its quotes must not be
 * logged.
 */
export function toS3Error(
  operation: string,
  { status, headers, data }: HttpAnswer,
  credentials: StoreCredentials,
  now: number,
): ObjectStoreError {
  // A response to HEAD has no body, so MinIO reports the error in a header.
  const vendorCode = elementText(data, 'Code') ?? singleHeader(headers['x-minio-error-code']);
  const code = getCode(vendorCode, status, credentials, now);
  return new ObjectStoreError(code, `${operation}: ${vendorCode ?? status}`, {
    vendorCode,
    requestId: singleHeader(headers['x-amz-request-id']),
    status,
  });
}

function getCode(
  vendorCode: string | undefined,
  status: number,
  credentials: StoreCredentials,
  now: number,
): ObjectStoreErrorCode {
  if (vendorCode !== undefined && Object.hasOwn(BY_VENDOR_CODE, vendorCode)) {
    return BY_VENDOR_CODE[vendorCode] ?? 'unavailable';
  }
  // 206 and 304 were not requested: their content is not the object.
  if (status >= 500 || status < 300 || status === 304) return 'unavailable';
  if (status === 429) return 'throttled';
  if (status === 404) return 'not_found';
  if (status === 412) return 'precondition_failed';
  if (status !== 401 && status !== 403) return 'invalid_request';
  const hasEnded = UNKNOWN_KEY.includes(vendorCode) && hasExpired(credentials, now);
  return hasEnded ? 'credentials_expired' : 'access_denied';
}
