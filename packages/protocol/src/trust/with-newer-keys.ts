import type { TrustedKeys } from '../cert/trusted-keys.ts';
import { VerificationError } from '../cert/verification-error.ts';

/**
 * Verifies with a key list, and again with a newer one if the object names a key that the list does not have.
 * @throws VerificationError
 */
export async function withNewerKeys<Result>(
  keys: TrustedKeys,
  verify: (keys: TrustedKeys) => Result | Promise<Result>,
  readNewer: () => Promise<TrustedKeys | undefined>,
): Promise<Result> {
  try {
    return await verify(keys);
  } catch (error) {
    const isUnknown = error instanceof VerificationError && error.code === 'unknown_key';
    const newer = isUnknown ? await readNewer() : undefined;
    if (!newer) throw error;
    return await verify(newer);
  }
}
