import { AgentHomeError } from './agent-home-error.ts';

/**
 * Persistent trust data could not be read (`corrupt`, `unreadable`, `unsupported_format`), belongs to another
 * agent (`other_agent`), or could not be written (`unwritable`).
 */
export class TrustStoreError extends AgentHomeError {
  override readonly name = 'TrustStoreError';
  readonly code: 'corrupt' | 'unreadable' | 'unsupported_format' | 'other_agent' | 'unwritable';
  readonly file: string;

  constructor(code: TrustStoreError['code'], file: string, message: string, options?: ErrorOptions) {
    super(`${file}: ${message}`, options);
    this.code = code;
    this.file = file;
  }
}
