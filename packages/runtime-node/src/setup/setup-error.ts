export const setupErrorCodes = [
  'model_not_configured',
  'model_param_refused',
  'memory_not_configured',
  'provider_not_supported',
  'provider_package_refused',
  'secret_not_configured',
  'secret_missing',
  'secret_too_short',
  'secret_too_long',
  'secret_file_refused',
  'secret_command_failed',
  'secret_not_allowed',
  'auth_not_configured',
  'unknown_policy',
  'order_missing',
  'price_missing',
  'media_not_accepted',
  'media_unreadable',
  'project_changed',
  'project_too_large',
] as const;
export type SetupErrorCode = (typeof setupErrorCodes)[number];

/** Reason that prevents an agent from running with the current settings. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
  readonly code: SetupErrorCode;

  constructor(code: SetupErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
