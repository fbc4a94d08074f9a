import type { OfficeHealth } from '@agent-home/http-contract';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepHealthHistory } from './keep-history.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00Z') }));
afterEach(() => vi.useRealTimers());

const healthNow = () => ({ measured_at: new Date().toISOString(), versions: {} }) as OfficeHealth;
const platform = { now: () => new Date(), log: pino({ enabled: false }) };

test('health history covers the last hours', async () => {
  let fails = false;
  const read = vi.fn(async () => {
    if (fails) throw new Error('away');
    return healthNow();
  });
  const history = keepHealthHistory(platform, read);
  expect(history.show()).toMatchObject({ since: '2026-01-01T00:00:00.000Z', seen: [] });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(history.show().seen.map(({ measured_at: at }) => at)).toEqual([
    '2026-01-01T00:01:00.000Z',
    '2026-01-01T00:02:00.000Z',
  ]);
  expect(history.show().seen[0]).not.toHaveProperty('versions');
  fails = true;
  await vi.advanceTimersByTimeAsync(60_000);
  fails = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(history.show().seen.map(({ measured_at: at }) => at)).toEqual([
    '2026-01-01T00:01:00.000Z',
    '2026-01-01T00:02:00.000Z',
    '2026-01-01T00:04:00.000Z',
  ]);
  await vi.advanceTimersByTimeAsync(7 * 3_600_000);
  const { since, seen } = history.show();
  expect(seen).toHaveLength(360);
  expect(since).toBe(seen[0]?.measured_at);
  history.stop();
  const looks = read.mock.calls.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(read).toHaveBeenCalledTimes(looks);
});
