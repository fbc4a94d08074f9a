import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { AnswerTooLargeError, boundedFetch, largestAnswer } from './bounded-fetch.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function serve(answer: (write: (bytes: number) => void, end: () => void) => void): Promise<string> {
  const server = createServer((_, response) => {
    answer(
      (bytes) => response.write(Buffer.alloc(bytes, 'x')),
      () => response.end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an answer is read whole, up to the most that a model may say', async () => {
  const url = await serve((write, end) => {
    for (let left = largestAnswer; left > 0; left -= 1024 * 1024) write(Math.min(left, 1024 * 1024));
    end();
  });
  expect((await (await boundedFetch(url)).arrayBuffer()).byteLength).toBe(largestAnswer);
  const more = await serve((write, end) => {
    write(largestAnswer);
    write(1);
    end();
  });
  await expect((await boundedFetch(more)).text()).rejects.toThrow(AnswerTooLargeError);
});

test('a stream that hangs ends with its signal, although nobody holds the request any more', async () => {
  const url = await serve((write) => write(10));
  for (let round = 0; round < 10; round++) {
    const ending = new AbortController();
    const reader = (await boundedFetch(url, { signal: ending.signal })).body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBe(10);
    const next = reader?.read();
    for (let time = 0; time < 3; time++) {
      collectGarbage();
      await new Promise((resolve) => setImmediate(resolve));
    }
    ending.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
  }
});
