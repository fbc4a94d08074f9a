import { setImmediate } from 'node:timers';
import { threadTime } from './thread-time.ts';

/** The target is 20 ms. On a shared machine only a value clearly above it is a fault. */
export const holdMax = 80;

const runs = 6;

/**
 * Returns the longest time, in milliseconds of this thread's processor time, that a piece of work holds the
 * event loop: the best of several runs, so other load on the machine does not count. Repeats the run only while
 * the result is above the limit.
 */
export async function longestHold(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && best > holdMax; run++) best = Math.min(best, await loadHold(work));
  return best;
}

async function loadHold(work: () => unknown): Promise<number> {
  let longest = 0;
  let isWatching = true;
  await new Promise<void>((resolve) => setImmediate(resolve));
  let since = threadTime();
  const look = () => {
    const now = threadTime();
    longest = Math.max(longest, now - since);
    since = now;
    if (isWatching) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isWatching = false;
  await new Promise<void>((resolve) => setImmediate(resolve));
  return longest;
}
