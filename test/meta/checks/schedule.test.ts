import { expect, test } from 'vitest';
import { nextCheck, runAll } from '../../../infra/checks/schedule.ts';

const getCheck = (name: string, cost: number, memory: number) => ({
  name,
  cost,
  memory,
  command: [],
  inputs: [],
});
const large = getCheck('large', 9, 2_000);
const second = getCheck('second', 8, 1_500);
const small = getCheck('small', 1, 100);
const tooLarge = getCheck('too large', 2, 9_000);

test('the next check fits into the memory that is left', () => {
  expect(nextCheck([second, small], new Set([large]))).toBe(small);
  expect(nextCheck([second, small], new Set([small]))).toBe(second);
  expect(nextCheck([tooLarge], new Set([small]))).toBeUndefined();
  expect(nextCheck([tooLarge], new Set())).toBe(tooLarge);
});

test('runs every check once, expensive ones first, in the given slots', async () => {
  const started: string[] = [];
  let onLast = () => {};
  const lastRan = new Promise<void>((resolve) => {
    onLast = resolve;
  });
  let running = 0;
  await runAll([small, tooLarge, second, large, getCheck('last', 0, 1)], 2, async ({ name }) => {
    started.push(name);
    running += 1;
    expect(running).toBeLessThanOrEqual(2);
    if (name === 'last') onLast();
    await (name === 'large' ? lastRan : undefined);
    running -= 1;
  });
  expect(started).toEqual(['large', 'small', 'last', 'second', 'too large']);
});
