import type { StateFolderErrorCode } from '@agent-home/runtime-node/state';
import { PlainError } from './plain-error.ts';

/** A folder of this machine’s state that cannot be used. */
export class StatePlaceError extends PlainError {
  override readonly name = 'StatePlaceError';
  readonly code: StateFolderErrorCode;

  constructor(code: StateFolderErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
