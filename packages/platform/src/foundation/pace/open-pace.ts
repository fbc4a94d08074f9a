import { setImmediate } from 'node:timers/promises';

/** So long a step may hold the event loop before others have their turn. */
const stepMs = 10;

/**
 * For work over many things that agents wrote, each of which is bounded and all of which together are not: awaited
 * between two of them, it lets others in once a step has taken its time.
 */
export function openPace(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < stepMs) return;
    await setImmediate();
    since = performance.now();
  };
}
