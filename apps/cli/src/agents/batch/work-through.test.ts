import { expect, test } from 'vitest';
import { workThrough } from './work-through.ts';

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 0; number < count; number += 1) yield number;
}

test('items run once with limited concurrency', async () => {
  const seen: number[] = [];
  let [now, most] = [0, 0];
  await workThrough(numbers(50), { atOnce: 3, stopping: new AbortController() }, async (number) => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(number);
    now -= 1;
  });
  expect([most, seen.toSorted((one, two) => one - two)]).toEqual([
    3,
    Array.from({ length: 50 }, (_, at) => at),
  ]);
});

test('a stopped batch ends running items and begins none', async () => {
  const stopping = new AbortController();
  const ended: number[] = [];
  await workThrough(numbers(50), { atOnce: 2, stopping }, async (number) => {
    if (number === 3) stopping.abort();
    await new Promise((resolve) => setImmediate(resolve));
    ended.push(number);
  });
  expect(ended.toSorted()).toEqual([0, 1, 2, 3]);
});

test('an exception ends it after running items', async () => {
  const stopping = new AbortController();
  const ended: number[] = [];
  const working = workThrough(numbers(50), { atOnce: 2, stopping }, async (number) => {
    if (number === 2) throw new Error('two');
    await new Promise((resolve) => setImmediate(resolve));
    ended.push(number);
  });
  await expect(working).rejects.toThrow('two');
  expect([stopping.signal.aborted, ended.length < 5]).toEqual([true, true]);
});
