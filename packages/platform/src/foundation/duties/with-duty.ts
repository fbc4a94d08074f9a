import type { Platform } from '../platform/platform.ts';
import { randomId } from '../text/random-id.ts';
import { acquireLease, releaseLease } from './publisher-lease.ts';

/** Runs periodic work in one process at a time, for any number of workers; does nothing if another process runs it. */
export async function withDuty(platform: Platform, duty: string, work: () => Promise<void>): Promise<void> {
  const holder = randomId('duty', platform.randomBytes);
  const name = `duty/${duty}`;
  if (!(await acquireLease(platform, name, holder))) return;
  try {
    await work();
  } finally {
    await releaseLease(platform, name, holder);
  }
}
