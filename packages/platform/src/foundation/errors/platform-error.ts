/**
 * Reasons why a use case rejected a request. The list is closed: the API has one status for each code, and agents act on the code.
 */
export type PlatformErrorCode =
  | 'invalid_input'
  | 'invalid_public_key'
  | 'invalid_rules'
  | 'unknown_mode'
  | 'unknown_agent'
  | 'agent_id_taken'
  | 'public_key_taken'
  | 'name_taken'
  | 'already_admitted'
  | 'already_decided'
  | 'not_admitted'
  | 'suspended'
  | 'withdrawn'
  | 'invalid_key_proof'
  | 'nothing_to_review'
  | 'nothing_to_erase'
  | 'admission_is_manual'
  | 'admission_refused'
  | 'not_found'
  | 'artifact_changed'
  | 'topic_id_taken'
  | 'task_id_taken'
  | 'circle_id_taken'
  | 'already_a_member'
  | 'not_a_member'
  | 'topic_closed'
  | 'forbidden'
  | 'unauthenticated'
  | 'signature_replayed'
  | 'owner_id_taken'
  | 'version_taken'
  | 'invalid_spec'
  | 'no_release'
  | 'spec_quota_exceeded'
  | 'spec_set_too_large'
  | 'not_invited'
  | 'user_disabled'
  | 'duration_out_of_range'
  | 'credentials_unavailable'
  | 'rate_limited'
  | 'run_records_missing'
  | 'run_history_conflict'
  | 'run_record_invalid'
  | 'run_too_old'
  | 'run_quota_exceeded'
  | 'ambiguous_run'
  | 'mail_not_configured'
  | 'confirmation_invalid'
  | 'idempotency_key_reused'
  | 'idempotency_key_in_progress';

export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly code: PlatformErrorCode;
  /** Seconds after which a retry makes sense. */
  readonly retryAfterSeconds: number | undefined;
  /** Invalid part of the input, as a dotted path. */
  readonly path: string | undefined;

  constructor(
    code: PlatformErrorCode,
    message: string,
    details: { retryAfterSeconds?: number; path?: string } = {},
  ) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.path = details.path;
  }
}
