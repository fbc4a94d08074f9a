import { AgentHomeError } from './agent-home-error.ts';

/** The file that holds an agent's secret key cannot be used. Never names what is in it. */
export class IdentityError extends AgentHomeError {
  override readonly name = 'IdentityError';
  readonly code: 'corrupt' | 'insecure_permissions' | 'unreadable' | 'unwritable';
  readonly file: string;

  constructor(code: IdentityError['code'], file: string, message: string, options?: ErrorOptions) {
    super(`${file}: ${message}`, options);
    this.code = code;
    this.file = file;
  }
}
