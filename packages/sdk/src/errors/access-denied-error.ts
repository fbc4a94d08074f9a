import type { Grant } from '../shared/grant.ts';
import { AgentHomeError } from './agent-home-error.ts';

/**
 * Thrown if a grant is denied. The code is the home's: `not_admitted`, `suspended`, `not_found`, `topic_closed`, `not_your_turn`,
 * `already_posted`, `mode_not_supported`, `window_closed`, …
 */
export class AccessDeniedError extends AgentHomeError {
  override readonly name = 'AccessDeniedError';
  readonly code: string;
  readonly grant: Grant;

  constructor(code: string, grant: Grant, message: string) {
    super(`${grant.type}${'topic_id' in grant ? ` in ${grant.topic_id}` : ''}: ${message}`);
    this.code = code;
    this.grant = grant;
  }
}
