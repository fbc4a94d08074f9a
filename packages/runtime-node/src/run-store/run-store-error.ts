export const runStoreErrorCodes = [
  'run_exists',
  'no_such_run',
  'run_is_written',
  'invalid_run_id',
  'log_unreadable',
  'log_unwritable',
  'log_not_authentic',
  'inbox_unusable',
  'session_busy',
  'sessions_unusable',
] as const;
export type RunStoreErrorCode = (typeof runStoreErrorCodes)[number];

export class RunStoreError extends Error {
  override readonly name = 'RunStoreError';
  readonly code: RunStoreErrorCode;

  constructor(code: RunStoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
