import { expect } from 'vitest';
import { type VerificationCode, VerificationError } from '../cert/verification-error.ts';

/** Returns the code with which an action is rejected, or `accepted`. Any other error fails the test. */
export function getCode(action: () => unknown): VerificationCode | 'accepted' {
  try {
    action();
    return 'accepted';
  } catch (error) {
    expect(error).toBeInstanceOf(VerificationError);
    return (error as VerificationError).code;
  }
}
