import { AgentHomeError } from './agent-home-error.ts';

/** File of an agent's secret key that cannot be used. The message never contains its content. */
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
