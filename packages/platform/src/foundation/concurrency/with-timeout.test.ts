import { expect, test } from 'vitest';
import { withTimeout } from './with-timeout.ts';

test('an ending that comes is waited for, one that does not is given up', async () => {
  expect(await withTimeout(Promise.resolve(), 10_000)).toBe(true);
  expect(await withTimeout(new Promise(() => {}), 20)).toBe(false);
  await expect(withTimeout(Promise.reject(new Error('no')), 10_000)).rejects.toThrow('no');
});
