import { PlainError } from './plain-error.ts';

type BatchErrorCode =
  | 'batch_damaged'
  | 'batch_exists'
  | 'batch_not_found'
  | 'batch_of_another'
  | 'input_unreadable'
  | 'invalid_arguments'
  | 'not_a_batch'
  | 'output_unusable'
  | 'prompt_missing';

/** What was asked for can be, and did not succeed. */
const failures = new Set<BatchErrorCode>(['batch_damaged', 'output_unusable']);

/** Why a batch did not begin, or did not go on. */
export class BatchError extends PlainError {
  override readonly name = 'BatchError';
  readonly code: BatchErrorCode;
  override readonly exitCode: 1 | 2;

  constructor(code: BatchErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.exitCode = failures.has(code) ? 1 : 2;
  }
}
