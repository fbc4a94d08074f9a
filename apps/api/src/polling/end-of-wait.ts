import { setMaxListeners } from 'node:events';
import type { RequestLife } from '../server/request-life.ts';

/** Aborted when a poll has waited long enough, its client is gone, or the process shuts down. */
export function endOfWait(life: RequestLife, seconds: number, closing: AbortSignal): AbortSignal {
  const ended = new AbortController();
  const end = () => ended.abort();
  const timer = setTimeout(end, Math.ceil(seconds * 1000));
  // Every poll that waits listens to it, and takes its listener away again: that is no leak.
  setMaxListeners(Number.POSITIVE_INFINITY, closing);
  closing.addEventListener('abort', end);
  life.hold(() => {
    clearTimeout(timer);
    closing.removeEventListener('abort', end);
    end();
  });
  if (closing.aborted) end();
  return ended.signal;
}
