import { setTimeout as delay } from 'node:timers/promises';
import type { PublishingPlatform } from '@agent-home/platform';

interface Repeating {
  stop(): Promise<void>;
}

/**
 * Runs `work` again and again with a pause in between; a failure is logged and the next round comes all the same.
 * `firstSeconds`: the first pause, where what there is to see is not there yet when the process starts. Each further one is
 * twice as long, up to the interval.
 */
export function repeat(
  name: string,
  intervalSeconds: number,
  log: PublishingPlatform['log'],
  work: () => Promise<void>,
  firstSeconds = intervalSeconds,
): Repeating {
  const stopping = new AbortController();
  let pause = Math.min(firstSeconds, intervalSeconds);
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await delay(pause * 1000, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      pause = Math.min(pause * 2, intervalSeconds);
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
