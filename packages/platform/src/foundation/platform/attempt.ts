import { isOutage } from '../resilience/is-outage.ts';
import type { Platform } from './platform.ts';
import { type FailureKind, recordFailure } from './record-failure.ts';

/**
 * Runs a piece of work, and records a failure if it throws. An outage of the store or the database is not recorded, because it
 * passes by itself. @throws the error of the work
 */
export async function attempt(
  platform: Platform,
  kind: FailureKind,
  subject: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isOutage(error))
      await recordFailure(platform, { kind, subject, error }).catch((err: unknown) =>
        platform.log.error({ err, kind }, 'a failure could not be noted'),
      );
    throw error;
  }
}
