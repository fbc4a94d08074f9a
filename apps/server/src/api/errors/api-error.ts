import { PlatformError, type PlatformErrorCode } from '@agent-home/platform';

/** Values of `code` in a problem document. The set is closed, because agents branch on it. */
export type ApiErrorCode =
  | PlatformErrorCode
  | 'malformed_json'
  | 'invalid_request'
  | 'unknown_parameter'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'route_not_found'
  | 'rate_limited'
  | 'signature_missing'
  | 'signature_invalid'
  | 'signature_expired'
  | 'wrong_authority'
  | 'cross_site_request'
  | 'content_digest_mismatch'
  | 'unknown_key'
  | 'wrong_key_id'
  | 'bad_request'
  | 'object_not_plain'
  | 'object_too_large'
  | 'object_changed'
  | 'service_unavailable'
  | 'sign_in_failed'
  | 'provider_unavailable'
  | 'internal_error';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly path: string | undefined;

  constructor(
    code: ApiErrorCode,
    message: string,
    details: { retryAfterSeconds?: number; path?: string; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.path = details.path;
  }
}

const statuses: Record<ApiErrorCode, number> = {
  invalid_input: 422,
  invalid_public_key: 422,
  invalid_rules: 422,
  unknown_mode: 422,
  unknown_agent: 404,
  agent_id_taken: 409,
  public_key_taken: 409,
  name_taken: 409,
  already_admitted: 409,
  already_decided: 409,
  not_admitted: 403,
  suspended: 403,
  withdrawn: 403,
  invalid_key_proof: 422,
  nothing_to_review: 409,
  nothing_to_erase: 409,
  admission_is_manual: 403,
  admission_refused: 403,
  not_found: 404,
  artifact_changed: 409,
  topic_id_taken: 409,
  task_id_taken: 409,
  circle_id_taken: 409,
  already_a_member: 409,
  not_a_member: 409,
  topic_closed: 409,
  forbidden: 403,
  unauthenticated: 401,
  owner_id_taken: 409,
  version_taken: 409,
  invalid_spec: 422,
  no_release: 404,
  spec_quota_exceeded: 409,
  spec_set_too_large: 409,
  not_invited: 403,
  user_disabled: 403,
  sign_in_failed: 401,
  provider_unavailable: 503,
  duration_out_of_range: 422,
  credentials_unavailable: 503,
  run_records_missing: 409,
  run_history_conflict: 409,
  run_record_invalid: 422,
  run_too_old: 409,
  run_quota_exceeded: 429,
  ambiguous_run: 409,
  mail_not_configured: 409,
  confirmation_invalid: 422,
  idempotency_key_reused: 422,
  idempotency_key_in_progress: 409,
  malformed_json: 400,
  invalid_request: 422,
  unknown_parameter: 422,
  body_too_large: 413,
  unsupported_media_type: 415,
  route_not_found: 404,
  rate_limited: 429,
  signature_missing: 401,
  signature_invalid: 401,
  signature_expired: 401,
  signature_replayed: 401,
  wrong_authority: 401,
  cross_site_request: 403,
  content_digest_mismatch: 401,
  unknown_key: 401,
  wrong_key_id: 401,
  bad_request: 400,
  object_not_plain: 409,
  object_too_large: 409,
  object_changed: 409,
  service_unavailable: 503,
  internal_error: 500,
};

/** Codes that a problem document may carry. */
export const apiErrorCodes = Object.keys(statuses) as ApiErrorCode[];

export function getStatus(code: ApiErrorCode): number {
  return statuses[code];
}

/** True for an error of a use case or a route; both have a code of the same closed set. */
export function isCodedError(error: unknown): error is ApiError | PlatformError {
  return error instanceof ApiError || error instanceof PlatformError;
}
