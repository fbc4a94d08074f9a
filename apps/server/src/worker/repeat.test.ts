import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { repeat } from './repeat.ts';

const log = pino({ enabled: false });

test('a duty repeats with growing pauses', async () => {
  const rounds: number[] = [performance.now()];
  const work = async () => void rounds.push(performance.now());
  const duty = repeat('look', 3_600, log, work, 0.02);
  await vi.waitFor(() => expect(rounds.length).toBeGreaterThan(4), { timeout: 10_000 });
  await duty.stop();
  // A timer may fire a millisecond early, and any amount of time late.
  for (const [round, at] of rounds.entries())
    if (round > 0) expect(at - (rounds[round - 1] ?? 0)).toBeGreaterThan(20 * 2 ** (round - 1) - 2);
});

test('a duty that failed comes again', async () => {
  let rounds = 0;
  const work = async () => {
    rounds += 1;
    throw new Error('not this time');
  };
  const duty = repeat('look', 0.01, log, work);
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(2));
  await duty.stop();
});
