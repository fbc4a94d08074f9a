export const runtimeErrorCodes = [
  'not_allowed',
  'ticket_spent',
  'ticket_mismatch',
  'unexpected_input',
  'runtime_not_configured',
  'no_such_checkpoint',
] as const;
export type RuntimeErrorCode = (typeof runtimeErrorCodes)[number];

/**
 * Raised if the runtime cannot continue. Never caused by a response of a model or tool; those end a run with a
 * code.
 */
export class RuntimeError extends Error {
  override readonly name = 'RuntimeError';
  readonly code: RuntimeErrorCode;

  constructor(code: RuntimeErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
