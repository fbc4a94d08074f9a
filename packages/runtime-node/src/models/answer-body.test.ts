import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { getStream } from './answer-body.ts';

test('ignores data after the reader has left', async () => {
  const failures: unknown[] = [];
  const fail = (error: unknown) => failures.push(error);
  process.on('uncaughtException', fail);
  const body = new Readable({ read: () => undefined });
  const reader = getStream(body, undefined).getReader();
  // The second waits, as the first has not been read.
  for (const piece of ['first', 'second']) body.push(piece);
  await new Promise((resolve) => setImmediate(resolve));
  // The body is read and cancelled at the same moment.
  const first = reader.read();
  await reader.cancel();
  expect(new TextDecoder().decode((await first).value)).toBe('first');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('uncaughtException', fail);
  expect(failures).toEqual([]);
  expect(body.destroyed).toBe(true);
});
