import { PlainError } from './plain-error.ts';

/** Asked for what cannot be. */
const badInput = new Set([
  'identity_in_use',
  'insecure_url',
  'invalid_fingerprint',
  'invalid_url',
  'key_unknown',
  'missing_root_set',
  'no_terminal',
  'not_confirmed',
]);

/** Why `agent-home join` came to nothing, with the code that the SDK or the home gave it. */
export class JoiningError extends PlainError {
  override readonly name = 'JoiningError';
  readonly code: string;
  override readonly exitCode: 1 | 2;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.exitCode = badInput.has(code) ? 2 : 1;
  }
}
