import { expect, test } from 'vitest';
import { allSettledInTransaction } from './all-settled-in-transaction.ts';

const failure = (code: string) => new Error(code, { cause: Object.assign(new Error('inside'), { code }) });

test('rethrows the failure, whichever statement reports it first', async () => {
  const cause = failure('53100');
  const late = new Promise<never>((_, reject) => setImmediate(() => reject(cause)));
  await expect(allSettledInTransaction([Promise.reject(failure('25P02')), late])).rejects.toBe(cause);
  await expect(
    allSettledInTransaction([Promise.reject(cause), Promise.reject(failure('25P02'))]),
  ).rejects.toBe(cause);
});

test('answers come in their order', async () => {
  expect(await allSettledInTransaction([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two']);
});
