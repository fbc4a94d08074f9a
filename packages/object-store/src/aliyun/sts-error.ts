import { ObjectStoreError, type ObjectStoreErrorCode } from '../port/object-store-error.ts';

/** STS returns these codes with 400 or 404, although it rejects the caller. */
const REFUSED_CALLER =
  /^(?:InvalidAccessKeyId|SignatureDoesNotMatch|IncompleteSignature|NoPermission|EntityNotExist)/;

/** Drops the SDK's messages, which quote the URL and with it the policy. */
export function toStsError(error: unknown): ObjectStoreError {
  const details = typeof error === 'object' && error !== null ? error : {};
  const vendorCode = 'code' in details && typeof details.code === 'string' ? details.code : undefined;
  const status =
    'statusCode' in details && typeof details.statusCode === 'number' ? details.statusCode : undefined;
  const requestId =
    'requestId' in details && typeof details.requestId === 'string' ? details.requestId : undefined;
  const isTimeout = error instanceof Error && error.name === 'RequestTimeoutError';
  const code = isTimeout ? 'timeout' : getCode(vendorCode, status);
  return new ObjectStoreError(code, `AssumeRole: ${vendorCode ?? status ?? code}`, {
    vendorCode,
    requestId,
    status,
  });
}

function getCode(vendorCode: string | undefined, status: number | undefined): ObjectStoreErrorCode {
  if (vendorCode?.includes('Throttling') || status === 429) return 'throttled';
  if (status === undefined || status >= 500) return 'unavailable';
  if (status === 401 || status === 403 || REFUSED_CALLER.test(vendorCode ?? '')) return 'access_denied';
  return 'invalid_request';
}
