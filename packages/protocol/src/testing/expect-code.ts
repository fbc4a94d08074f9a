import { expect } from 'vitest';
import { type VerificationCode, VerificationError } from '../cert/verification-error.ts';

/** The code an action is refused with, `accepted` when it is not. Any other throw fails the test. */
export function getCode(action: () => unknown): VerificationCode | 'accepted' {
  try {
    action();
    return 'accepted';
  } catch (error) {
    expect(error).toBeInstanceOf(VerificationError);
    return (error as VerificationError).code;
  }
}
