/** Reasons why a store or its token service rejected a request or failed. Callers branch on this, never on a message. */
export type ObjectStoreErrorCode =
  | 'not_found'
  | 'already_exists'
  | 'precondition_failed'
  | 'access_denied'
  | 'credentials_expired'
  | 'too_large'
  | 'not_plain'
  | 'put_in_parts'
  | 'content_encoding'
  | 'changed'
  | 'throttled'
  | 'timeout'
  | 'unavailable'
  | 'invalid_request';

/** Carries the vendor's own code and request id for the log, never a credential or a signed URL. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
  readonly code: ObjectStoreErrorCode;
  readonly vendorCode: string | undefined;
  readonly requestId: string | undefined;
  readonly status: number | undefined;

  constructor(
    code: ObjectStoreErrorCode,
    message: string,
    details: {
      vendorCode?: string | undefined;
      requestId?: string | undefined;
      status?: number | undefined;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.vendorCode = details.vendorCode;
    this.requestId = details.requestId;
    this.status = details.status;
  }
}
