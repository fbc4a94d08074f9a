import { setTimeout as delay } from 'node:timers/promises';
import type { PublishingPlatform } from '@agent-home/platform';

interface Repeating {
  stop(): Promise<void>;
}

/** Runs `work` again and again with a pause in between; a failure is logged and the next round comes all the same. */
export function repeat(
  name: string,
  intervalSeconds: number,
  log: PublishingPlatform['log'],
  work: () => Promise<void>,
): Repeating {
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await delay(intervalSeconds * 1000, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      await work().catch((error: unknown) => log.error({ err: error, duty: name }, 'a periodic duty failed'));
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
