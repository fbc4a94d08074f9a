import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { AnswerTooLargeError, largestAnswer } from './answer-body.ts';
import { boundedFetch } from './bounded-fetch.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json = { 'content-type': 'application/json' };
/** A response in one piece, a stream, and one without a type. */
const kinds = [json, { 'content-type': 'text/event-stream' }, {}];

function write(response: ServerResponse, bytes: number): void {
  response.write(Buffer.alloc(bytes, 'x'));
}

test('an answer is read whole, up to the most that a model may say', async () => {
  for (const headers of kinds) {
    const url = await serve((_, response) => {
      response.writeHead(200, headers);
      for (let left = largestAnswer; left > 0; left -= 1024 * 1024)
        write(response, Math.min(left, 1024 * 1024));
      response.end();
    });
    expect((await (await boundedFetch(url)).arrayBuffer()).byteLength).toBe(largestAnswer);
    const more = await serve((_, response) => {
      response.writeHead(200, headers);
      write(response, largestAnswer);
      write(response, 1);
      response.end();
    });
    await expect(boundedFetch(more).then((answer) => answer.text())).rejects.toThrow(AnswerTooLargeError);
  }
});

test('a hanging stream ends with its signal', async () => {
  const url = await serve((_, response) => write(response, 10));
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

test('waits for a silent server until the signal', async () => {
  const silent = await serve(() => {});
  const halfway = await serve((_, response) => {
    response.writeHead(200, json);
    write(response, 10);
  });
  for (const url of [silent, halfway]) {
    const ending = new AbortController();
    const asked = boundedFetch(url, { signal: ending.signal });
    setImmediate(() => ending.abort(new Error('enough')));
    await expect(asked).rejects.toThrow('enough');
    await expect(boundedFetch(url, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow(
      'before',
    );
  }
});

test('rejects broken and impossible responses', async () => {
  for (const headers of kinds) {
    const broken = await serve((_, response) => {
      response.writeHead(200, { ...headers, 'content-length': 20 });
      write(response, 10);
      setImmediate(() => response.destroy());
    });
    await expect(boundedFetch(broken).then((answer) => answer.text())).rejects.toThrow();
  }
  const gone = await serve((request) => request.socket.destroy());
  await expect(boundedFetch(gone)).rejects.toThrow(TypeError);
  for (const line of ['HTTP/1.1 999 Odd', 'HTTP/1.1 100', 'HTTP/1.1 301 Moved\r\nlocation: /', 'no HTTP']) {
    const odd = await serve(
      ({ socket }) => void (socket as Socket).end(`${line}\r\ncontent-length: 0\r\n\r\n`),
    );
    await expect(boundedFetch(odd), line).rejects.toThrow(/fetch failed/);
  }
});

test('transfers bodies unchanged and decompressed', async () => {
  const packed = {
    gzip: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    identity: (text: string) => text,
  };
  for (const headers of kinds)
    for (const [encoding, pack] of Object.entries(packed)) {
      const url = await serve((request, response) => {
        let body = '';
        request.setEncoding('utf8').on('data', (piece) => {
          body += piece;
        });
        request.on('end', () => {
          response.writeHead(201, { ...headers, 'content-encoding': encoding, 'x-kept': 'yes' });
          response.end(pack(`${request.method} ${request.headers.authorization} ${body}`));
        });
      });
      const sent = {
        method: 'POST',
        headers: { Authorization: 'Bearer é' },
        body: '{"said":"grüß dich 界"}',
      };
      const answer = await boundedFetch(url, sent);
      expect([answer.status, answer.headers.get('x-kept')]).toEqual([201, 'yes']);
      expect(await answer.text()).toBe('POST Bearer é {"said":"grüß dich 界"}');
    }
  const unknown = await serve((_, response) =>
    response.writeHead(200, { 'content-encoding': 'odd' }).end('x'),
  );
  await expect(boundedFetch(unknown)).rejects.toThrow(/fetch failed/);
  const bomb = await serve((_, response) =>
    response
      .writeHead(200, { ...json, 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(largestAnswer + 1))),
  );
  await expect(boundedFetch(bomb)).rejects.toThrow(AnswerTooLargeError);
});
