import type { FeedPage } from '@agent-home/platform';
import type { RequestLife } from '../server/request-life.ts';
import type { FeedSignal } from '../signals/feed-subscriptions.ts';

/** What was told of can be read once every older transaction has ended: looks get rarer while one takes its time. */
const soonestMs = 20;
const rarestMs = 5_000;

/**
 * Reads until there is something, or nothing can be read, or `signal` aborts, which it does at the end of `life`. Between
 * looks it costs nothing but memory: it is woken by what is told to the agent or in what it follows, and looks again by
 * itself only where something is there already that is not final yet.
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
