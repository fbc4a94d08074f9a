import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

/** Creates work whose runs end on command of the test. */
function heldWork() {
  const runs: { key: string; end: () => void; fail: (error: Error) => void }[] = [];
  const work = (key: string) =>
    new Promise<void>((resolve, reject) => runs.push({ key, end: resolve, fail: reject }));
  return { runs, work };
}

test('calls during a run share exactly one more run', async () => {
  const { runs, work } = heldWork();
  const wake = coalesce(work);
  const first = wake('a');
  const others = Array.from({ length: 1000 }, () => wake('a'));
  expect(runs).toHaveLength(1);
  // Every call except the one that waits for the next run resolves as `covered`.
  expect(await Promise.all(others.slice(1))).toEqual(Array(999).fill('covered'));
  runs[0]?.end();
  await first;
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.end();
  await Promise.all(others);
  expect(runs).toHaveLength(2);
});

test('a call after a run runs again, with independent keys', async () => {
  const { runs, work } = heldWork();
  const wake = coalesce(work);
  const [a, b] = [wake('a'), wake('b')];
  expect(runs.map((run) => run.key)).toEqual(['a', 'b']);
  for (const run of runs) run.end();
  await Promise.all([a, b]);
  void wake('a');
  expect(runs).toHaveLength(3);
});

test('a failed run is reported and blocks none', async () => {
  const { runs, work } = heldWork();
  const wake = coalesce(work);
  const first = wake('a');
  const second = wake('a');
  runs[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.end();
  await second;
});
