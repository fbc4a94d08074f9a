import { VerificationError } from '../cert/verification-error.ts';

const rotationWaitMs = 500;

/**
 * Reads key list and timestamp, and retries once if the timestamp names another list, because a home publishes the two in
 * succession. @throws VerificationError
 */
export async function retryDuringRotation<Result>(
  read: () => Promise<Result>,
  wait: (milliseconds: number) => Promise<void>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof VerificationError) || error.code !== 'outdated_keys') throw error;
    await wait(rotationWaitMs);
    return await read();
  }
}
