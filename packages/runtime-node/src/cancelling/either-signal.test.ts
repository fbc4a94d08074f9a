import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { withEither } from './either-signal.ts';

const ended = (signals: AbortSignal[]) =>
  withEither(
    signals,
    (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) resolve(signal.reason);
        signal.addEventListener('abort', () => resolve(signal.reason));
      }),
  );

it('the first signal ends the work with its reason', async () => {
  const one = new AbortController();
  const work = ended([new AbortController().signal, one.signal]);
  one.abort('one');
  expect(await work).toBe('one');
  expect(await ended([AbortSignal.abort('before')])).toBe('before');
});

it('ends work that is not the first listener of its signal', async () => {
  const one = new AbortController();
  one.signal.addEventListener('abort', () => undefined);
  const work = ended([one.signal, new AbortController().signal]);
  one.abort('one');
  expect(await Promise.race([work, turn('never aborted')])).toBe('one');
});

it('a timeout without another reference still fires', async () => {
  setFlagsFromString('--expose-gc');
  const collect = z.function({ input: [], output: z.void() }).implement(runInNewContext('gc'));
  const work = ended([AbortSignal.timeout(200), new AbortController().signal]);
  const late = AbortSignal.timeout(2_000);
  let isOver = false;
  void work.then(() => {
    isOver = true;
  });
  while (!isOver && !late.aborted) {
    collect();
    await turn();
  }
  expect(isOver).toBe(true);
  expect(await work).toMatchObject({ name: 'TimeoutError' });
});
