import { ObjectStoreError, type ObjectStoreErrorCode } from '../port/object-store-error.ts';
import { hasExpired, type StoreCredentials } from '../port/store-credentials.ts';

/** Error codes of OSS for which the status alone would mislead. */
const BY_VENDOR_CODE: Readonly<Record<string, ObjectStoreErrorCode>> = {
  NoSuchKey: 'not_found',
  // A missing bucket is a wrong configuration; `not_found` would suggest an empty one.
  NoSuchBucket: 'invalid_request',
  SymlinkTargetNotExist: 'not_plain',
  InvalidTargetType: 'not_plain',
  InvalidObjectState: 'not_plain',
  FileAlreadyExists: 'already_exists',
  SecurityTokenExpired: 'credentials_expired',
  SignatureDoesNotMatch: 'access_denied',
  // The clock is wrong; another credential would not help.
  RequestTimeTooSkewed: 'invalid_request',
  RequestTimeout: 'timeout',
  NotImplemented: 'invalid_request',
  QpsLimitExceeded: 'throttled',
  SlowDown: 'throttled',
  TooManyRequests: 'throttled',
  DownloadTrafficRateLimitExceeded: 'throttled',
  UploadTrafficRateLimitExceeded: 'throttled',
};

/**
 * Translates an error of ali-oss. The vendor's message is dropped: code must not branch on it, and its quotes must not be logged.
 */
export function toObjectStoreError(
  error: unknown,
  operation: string,
  credentials: StoreCredentials,
  now: number,
): ObjectStoreError {
  const { code: vendorCode, status, requestId } = vendorDetails(error);
  const code = getCode(vendorCode, status, credentials, now);
  return new ObjectStoreError(code, `${operation}: ${vendorCode ?? status ?? 'unreadable answer'}`, {
    vendorCode,
    requestId,
    status,
  });
}

function getCode(
  vendorCode: string | undefined,
  status: number | undefined,
  credentials: StoreCredentials,
  now: number,
): ObjectStoreErrorCode {
  if (vendorCode !== undefined && Object.hasOwn(BY_VENDOR_CODE, vendorCode)) {
    return BY_VENDOR_CODE[vendorCode] ?? 'unavailable';
  }
  // Without a status, the response violates the protocol, and the request was not judged.
  if (status === undefined || status >= 500) return 'unavailable';
  // 206 and 304 were not requested: their content is not the object.
  if (status < 300 || status === 304) return 'unavailable';
  if (status === 429) return 'throttled';
  if (status === 404) return 'not_found';
  if (status !== 401 && status !== 403) return 'invalid_request';
  // OSS forgets a temporary key when it expires, so it responds with `InvalidAccessKeyId`, and to a HEAD with no code.
  const isUnknownKey = vendorCode === 'InvalidAccessKeyId' || vendorCode === undefined;
  return isUnknownKey && hasExpired(credentials, now) ? 'credentials_expired' : 'access_denied';
}

function vendorDetails(error: unknown): { code?: string; status?: number; requestId?: string } {
  if (typeof error !== 'object' || error === null) return {};
  return {
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('status' in error && typeof error.status === 'number' && { status: error.status }),
    ...('requestId' in error && typeof error.requestId === 'string' && { requestId: error.requestId }),
  };
}
