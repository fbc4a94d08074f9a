import { describe, expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

/** Work that completes when the test decides. */
function heldWork() {
  const calls: { items: string[]; answer(results?: string[]): void; fail(error: Error): void }[] = [];
  const ask = createBatcher<string, string>(
    (items) =>
      new Promise((resolve, reject) => {
        const answer = (results = items.map((item) => `${item}!`)) => resolve(results);
        calls.push({ items, answer, fail: reject });
      }),
  );
  return { calls, ask };
}

describe('batcher', () => {
  test('batches simultaneous questions into one call', async () => {
    const { calls, ask } = heldWork();
    const answers = Promise.all([ask('a'), ask('b'), ask('a')]);
    await expect.poll(() => calls.length).toBe(1);
    expect(calls[0]?.items).toEqual(['a', 'b', 'a']);
    calls[0]?.answer();
    expect(await answers).toEqual(['a!', 'b!', 'a!']);
  });

  test('a question during a call waits for the next one', async () => {
    const { calls, ask } = heldWork();
    const first = ask('a');
    await expect.poll(() => calls.length).toBe(1);
    const second = ask('a');
    const third = ask('c');
    calls[0]?.answer(['old']);
    expect(await first).toBe('old');
    await expect.poll(() => calls.length).toBe(2);
    expect(calls[1]?.items).toEqual(['a', 'c']);
    calls[1]?.answer(['new', 'c!']);
    expect(await Promise.all([second, third])).toEqual(['new', 'c!']);
  });

  test('a failure reaches only its own callers', async () => {
    const { calls, ask } = heldWork();
    const failed = Promise.allSettled([ask('a'), ask('b')]);
    await expect.poll(() => calls.length).toBe(1);
    const after = ask('c');
    calls[0]?.fail(new Error('away'));
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect.poll(() => calls.length).toBe(2);
    calls[1]?.answer();
    expect(await after).toBe('c!');
  });

  test('a flood is taken in bounded portions, in order', async () => {
    const { calls, ask } = heldWork();
    const answers = Promise.all(Array.from({ length: 450 }, (_, index) => ask(String(index))));
    for (const portion of [0, 1, 2]) {
      await expect.poll(() => calls.length).toBe(portion + 1);
      calls[portion]?.answer();
    }
    expect(calls.map(({ items }) => items.length)).toEqual([200, 200, 50]);
    expect((await answers).at(-1)).toBe('449!');
  });

  test('missing answers reach no caller', async () => {
    const { calls, ask } = heldWork();
    const asked = Promise.allSettled([ask('a'), ask('b')]);
    await expect.poll(() => calls.length).toBe(1);
    calls[0]?.answer(['a!']);
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
