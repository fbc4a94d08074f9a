export const runtimeErrorCodes = [
  'not_allowed',
  'ticket_spent',
  'ticket_mismatch',
  'unexpected_input',
  'runtime_not_configured',
  'no_such_checkpoint',
] as const;
export type RuntimeErrorCode = (typeof runtimeErrorCodes)[number];

/** Why the runtime refuses to go on: never a matter of what a model or a tool said, which ends a run with a code instead. */
export class RuntimeError extends Error {
  override readonly name = 'RuntimeError';
  readonly code: RuntimeErrorCode;

  constructor(code: RuntimeErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
