import { expect } from 'vitest';
import { ObjectStoreError, type ObjectStoreErrorCode } from '../port/object-store-error.ts';

/** Awaits the failure and returns it, after checking its class and code. */
export async function expectError(
  promise: Promise<unknown>,
  code: ObjectStoreErrorCode,
): Promise<ObjectStoreError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ObjectStoreError);
  expect(error).toHaveProperty('code', code);
  return error as ObjectStoreError;
}

/** Expects that neither the message nor any property, own or inherited by a cause, repeats a secret. */
export function expectSilence(error: Error, secrets: readonly string[]): void {
  const everything = JSON.stringify([error.message, error.stack, error, String(error.cause)]);
  for (const secret of secrets) expect(everything).not.toContain(secret);
  expect(everything).not.toMatch(/signature=/i);
}
