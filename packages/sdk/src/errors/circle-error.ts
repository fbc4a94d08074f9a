import { AgentHomeError } from './agent-home-error.ts';

/**
 * `not_pending`: no such request is pending. `request_changed`: the object in the bucket is not the one that the platform judged,
 * so an approval would not count. `not_offered`: older requests must be decided first. `invalid_input`: the text to write is
 * invalid.
 */
export type CircleErrorCode = 'not_pending' | 'request_changed' | 'not_offered' | 'invalid_input';

/** Thrown if a request about a circle cannot be made or decided. */
export class CircleError extends AgentHomeError {
  override readonly name = 'CircleError';
  readonly code: CircleErrorCode;
  readonly circleId: string;

  constructor(code: CircleErrorCode, circleId: string, message: string) {
    super(`${circleId}: ${message}`);
    this.code = code;
    this.circleId = circleId;
  }
}
