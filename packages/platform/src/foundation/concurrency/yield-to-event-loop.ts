import { setImmediate } from 'node:timers/promises';

/** Time for which work may keep the event loop busy before other work runs. */
const stepMs = 10;

/**
 * Creates a function for loops over objects that agents wrote, which are small but may be many. Awaited in every round, it lets
 * other work run once the loop has taken `stepMs`.
 */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < stepMs) return;
    await setImmediate();
    since = performance.now();
  };
}
