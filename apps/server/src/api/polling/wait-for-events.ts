import type { FeedPage } from '@agent-home/platform';
import type { RequestLife } from '../server/request-life.ts';
import type { FeedSignal } from '../signals/feed-subscriptions.ts';

/** A notified event can be read once every older transaction has ended: polls become rarer while one is running. */
const soonestMs = 20;
const rarestMs = 5_000;

/**
 * Reads until there is an event, reading is no longer permitted, `signal` aborts or `life` ends. Waiting costs only memory:
 * notifications about the agent or its followed containers end it, and it polls only while an event exists that is not final yet.
 */
export async function waitForEvents(
  feedSignal: FeedSignal,
  agentId: string,
  read: () => Promise<FeedPage | undefined>,
  { life, signal }: { life: RequestLife; signal: AbortSignal },
): Promise<FeedPage | undefined> {
  let stop: (() => void) | undefined;
  for (let pauseMs = soonestMs; ; ) {
    const { heard } = feedSignal;
    const page = await read();
    if (!page || page.events.length > 0 || page.missed || signal.aborted) return page;
    if (!stop) life.hold(() => stop?.());
    const { followed, isHeld } = page.hearing ?? { followed: [], isHeld: false };
    await new Promise<void>((resolve) => {
      const timer = isHeld ? setTimeout(wake, pauseMs) : undefined;
      const release = feedSignal.subscribe([agentId, ...followed], heard, wake);
      stop = wake;
      signal.addEventListener('abort', wake);
      if (signal.aborted) wake();

      function wake(): void {
        clearTimeout(timer);
        release();
        signal.removeEventListener('abort', wake);
        resolve();
      }
    });
    pauseMs = isHeld ? Math.min(pauseMs * 2, rarestMs) : soonestMs;
    if (signal.aborted) return page;
  }
}
