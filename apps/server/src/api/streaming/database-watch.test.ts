import { afterEach, expect, test, vi } from 'vitest';
import { watchDatabase } from './database-watch.ts';

afterEach(() => vi.useRealTimers());

test('streams hear once that the database is away, and once that it is back', async () => {
  vi.useFakeTimers();
  const heard: string[] = [];
  const held = () => new Promise<never>(() => {});
  let query: () => Promise<boolean> = async () => true;
  const watch = watchDatabase(() => query(), {
    lost: () => heard.push('lost'),
    back: () => heard.push('back'),
  });
  watch.start();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(heard).toEqual([]);
  query = async () => false;
  await vi.advanceTimersByTimeAsync(5_000);
  query = held;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(heard).toEqual(['lost']);
  query = async () => true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(heard).toEqual(['lost', 'back']);
  query = held;
  watch.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(heard).toEqual(['lost', 'back']);
});
