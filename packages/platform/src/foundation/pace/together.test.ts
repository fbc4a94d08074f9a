import { expect, test } from 'vitest';
import { together } from './together.ts';

const failure = (code: string) => new Error(code, { cause: Object.assign(new Error('inside'), { code }) });

test('what failed is thrown, whichever statement says first that the transaction is aborted', async () => {
  const cause = failure('53100');
  const late = new Promise<never>((_, reject) => setImmediate(() => reject(cause)));
  await expect(together([Promise.reject(failure('25P02')), late])).rejects.toBe(cause);
  await expect(together([Promise.reject(cause), Promise.reject(failure('25P02'))])).rejects.toBe(cause);
});

test('answers come in their order', async () => {
  expect(await together([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two']);
});
