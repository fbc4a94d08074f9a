import type { ConditionErrorCode } from '../../run-log/index.ts';

/** A condition that failed: an allow with it does not match, a deny does (ADR 0024). */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';
  readonly code: ConditionErrorCode;

  private constructor(code: ConditionErrorCode) {
    super(code);
    this.code = code;
  }

  /** Returns the shared error of a code. Creating one takes as long as judging a condition, and a thousand rules may each fail. */
  static of(code: ConditionErrorCode): ConditionError {
    const made = errors.get(code) ?? new ConditionError(code);
    errors.set(code, made);
    return made;
  }
}
const errors = new Map<ConditionErrorCode, ConditionError>();

/** Error in a condition that makes the policy invalid before it decides anything. */
export class InvalidCondition extends Error {
  override readonly name = 'InvalidCondition';
}
