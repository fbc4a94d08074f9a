import { AgentHomeError } from './agent-home-error.ts';

/**
 * `not_pending`: no such request waits. `request_changed`: what lies in the bucket is not what the platform judged; an
 * approval of it would not count. `not_offered`: older requests come first; decide about those. `invalid_input`: what
 * was to be written does not fit.
 */
export type CircleErrorCode = 'not_pending' | 'request_changed' | 'not_offered' | 'invalid_input';

/** A request about a circle that cannot be made or decided. */
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
