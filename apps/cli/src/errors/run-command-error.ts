import type { LogErrorCode } from '@agent-home/run-log';
import type { RuntimeErrorCode } from '@agent-home/runtime';
import type { RunStoreErrorCode } from '@agent-home/runtime-node';
import { PlainError, type PlainErrorOptions } from './plain-error.ts';

type RunCommandErrorCode =
  | 'no_runs'
  | 'not_resumable'
  | 'export_failed'
  | RunStoreErrorCode
  | LogErrorCode
  | RuntimeErrorCode;

/** Asked for what cannot be: exit code 2. */
const badInput = new Set<RunCommandErrorCode>([
  'no_such_run',
  'invalid_run_id',
  'no_runs',
  'not_resumable',
  'no_such_checkpoint',
]);

/** Why a command about runs came to nothing. */
export class RunCommandError extends PlainError {
  override readonly name = 'RunCommandError';
  readonly code: RunCommandErrorCode;
  override readonly exitCode: 1 | 2;

  constructor(code: RunCommandErrorCode, message: string, options?: PlainErrorOptions) {
    super(message, options);
    this.code = code;
    this.exitCode = badInput.has(code) ? 2 : 1;
  }
}
