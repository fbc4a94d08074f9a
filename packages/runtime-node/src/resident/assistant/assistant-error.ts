export const assistantErrorCodes = [
  'run_ended',
  'run_limit_reached',
  'session_closed',
  'too_many_calls',
] as const;
export type AssistantErrorCode = (typeof assistantErrorCodes)[number];

/** Refusal of a client's call that reached no tool. */
export class AssistantError extends Error {
  override readonly name = 'AssistantError';
  readonly code: AssistantErrorCode;

  constructor(code: AssistantErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
