import { setImmediate } from 'node:timers/promises';

/** How long work may keep the event loop busy before other work gets its turn. */
const stepMs = 10;

/**
 * For loops over things that agents wrote, each of which is small while there may be many. Awaited in every round, it
 * lets other work run once the loop has taken `stepMs`.
 */
export function openPace(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < stepMs) return;
    await setImmediate();
    since = performance.now();
  };
}
