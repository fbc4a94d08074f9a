import type { ConditionErrorCode } from '@agent-home/run-log';

/** A condition that cannot be judged: an allow with it does not hold, a deny does (ruling 2). */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';
  readonly code: ConditionErrorCode;

  constructor(code: ConditionErrorCode) {
    super(code);
    this.code = code;
  }
}

/** What makes a policy invalid before anything is decided by it. */
export class InvalidCondition extends Error {
  override readonly name = 'InvalidCondition';
}
