import { setTimeout as delay } from 'node:timers/promises';
import type { PublishingPlatform } from '@agent-home/platform';

interface Repeating {
  stop(): Promise<void>;
}

/**
 * Runs `work` repeatedly with a pause in between. A failure is logged and does not end the repetition.
 * `firstSeconds`: the first pause, if the data to check does not exist yet when the process starts. Each further pause is twice as
 * long, up to the interval.
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
