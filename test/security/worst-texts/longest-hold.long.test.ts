import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { holdMax, longestHold } from './longest-hold.ts';
import { worstTexts } from './texts.ts';
import { threadTime } from './thread-time.ts';

/** Keeps only this thread busy. */
function spin(milliseconds: number): void {
  const end = threadTime() + milliseconds;
  while (threadTime() < end);
}

describe('how long a place holds the event loop', () => {
  test('a place that compares each character with every other one is found', async () => {
    const text = worstTexts(10_000).get('one letter') ?? '';
    const quadratic = () => {
      let same = 0;
      for (let one = 0; one < text.length; one++)
        for (let other = 0; other < text.length; other++) if (text[one] === text[other]) same += 1;
      return same;
    };
    expect(await longestHold(quadratic)).toBeGreaterThan(holdMax);
  });

  test('work that yields between its steps does not hold', async () => {
    const paced = async () => {
      for (let step = 0; step < 6; step++) {
        spin(20);
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    };
    expect(await longestHold(paced)).toBeLessThan(holdMax);
  });

  test.runIf(process.platform === 'linux')('work of other threads is not counted', async () => {
    const busy = new Worker("require('node:worker_threads').parentPort.postMessage(0); for (;;);", {
      eval: true,
    });
    onTestFinished(async () => void (await busy.terminate()));
    await once(busy, 'message');
    const before = process.cpuUsage();
    expect(await longestHold(() => spin(holdMax - 20))).toBeLessThan(holdMax);
    const { user, system } = process.cpuUsage(before);
    // The process as a whole was at work for longer than that.
    expect((user + system) / 1000).toBeGreaterThan(holdMax);
  });
});
