import { PlainError } from './plain-error.ts';

type AuthoringErrorCode =
  | 'agent_exists'
  | 'changed_meanwhile'
  | 'editor_failed'
  | 'editor_missing'
  | 'invalid_arguments'
  | 'invalid_definition'
  | 'not_written'
  | 'symbolic_link'
  | 'template_not_found';

/** Why the file of an agent was not made, changed or removed. Nothing was. */
export class AuthoringError extends PlainError {
  override readonly name = 'AuthoringError';
  readonly code: AuthoringErrorCode;
  override readonly exitCode: 1 | 2;

  constructor(code: AuthoringErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.exitCode = failures.has(code) ? 1 : 2;
  }
}

/** What was asked for can be, and did not succeed. */
const failures = new Set<AuthoringErrorCode>(['changed_meanwhile', 'editor_failed', 'not_written']);
