export const runtimeSetupErrorCodes = [
  'runtime_not_configured',
  'runtime_package_missing',
  'runtime_package_unsupported',
] as const;
export type RuntimeSetupErrorCode = (typeof runtimeSetupErrorCodes)[number];

/** Thrown for variables that name no usable runtime. */
export class RuntimeSetupError extends Error {
  override readonly name = 'RuntimeSetupError';
  readonly code: RuntimeSetupErrorCode;

  constructor(code: RuntimeSetupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
