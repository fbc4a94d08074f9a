import { expect, test } from 'vitest';
import { within } from './within.ts';

test('an ending that comes is waited for, one that does not is given up', async () => {
  expect(await within(Promise.resolve(), 10_000)).toBe(true);
  expect(await within(new Promise(() => {}), 20)).toBe(false);
  await expect(within(Promise.reject(new Error('no')), 10_000)).rejects.toThrow('no');
});
