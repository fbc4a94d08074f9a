import type { KitErrorCode } from '@agent-home/conformance';
import { PlainError } from './plain-error.ts';

type ConformanceErrorCode = KitErrorCode | 'invalid_arguments' | 'unreadable_file';

/** Asked for what cannot be: exit code 2. */
const badInput = new Set<ConformanceErrorCode>(['invalid_arguments', 'unreadable_file']);

/** Why nothing could be held against the protocol. */
export class ConformanceError extends PlainError {
  override readonly name = 'ConformanceError';
  readonly code: ConformanceErrorCode;
  override readonly exitCode: 1 | 2;

  constructor(code: ConformanceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.exitCode = badInput.has(code) ? 2 : 1;
  }
}
