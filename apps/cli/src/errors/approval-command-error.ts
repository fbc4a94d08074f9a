import type { AnswerRefusedError } from '@agent-home/runtime-node';
import { PlainError } from './plain-error.ts';

type ApprovalCommandErrorCode =
  | 'no_such_question'
  | 'wrong_kind_of_answer'
  | 'approval_expired'
  | AnswerRefusedError['code'];

/** Asked for what cannot be: exit code 2. */
const badInput = new Set<ApprovalCommandErrorCode>(['no_such_question', 'wrong_kind_of_answer']);

/** Why an answer came to nothing. */
export class ApprovalCommandError extends PlainError {
  override readonly name = 'ApprovalCommandError';
  readonly code: ApprovalCommandErrorCode;
  override readonly exitCode: 1 | 2;

  constructor(code: ApprovalCommandErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.exitCode = badInput.has(code) ? 2 : 1;
  }
}
