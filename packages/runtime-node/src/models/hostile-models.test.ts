import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createModelPort } from './ask-model.ts';

const key = 'sk-a+key/with=signs-that-nobody-sees';
const request = {
  provider: 'openai-compatible',
  model: 'm',
  system: 's',
  messages: [],
  tools: [],
  maxOutputTokens: 10,
  params: {},
};

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function ask(url: string, stream: boolean): Promise<unknown> {
  const find = (provider: string, name: string) => ({
    provider,
    name,
    url,
    key,
    fallbacks: [],
    timeoutMs: 3_000,
    stream,
  });
  const port = createModelPort(find, { pause: async () => undefined });
  return port.ask(request, { signal: new AbortController().signal, onText: () => {} });
}

test('a key repeated by a server is in no failure', async () => {
  const refusals: RequestListener[] = [
    ({ headers }, response) =>
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message: `Incorrect API key provided: ${headers.authorization}.` } })),
    ({ headers }, response) => response.writeHead(403, `no ${headers.authorization}`).end(),
    ({ headers }, response) =>
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(
          `data: ${JSON.stringify({ error: { message: `bad ${headers.authorization}` } })}\n\ndata: [DONE]\n\n`,
        ),
    ({ headers }, response) =>
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`data: ${headers.authorization}\n\n`),
    ({ headers }, response) =>
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message: `${'x'.repeat(280)}${headers.authorization}` } })),
  ];
  for (const [index, refusal] of refusals.entries()) {
    const url = await serve(refusal);
    for (const stream of [true, false]) {
      const said = JSON.stringify(await ask(url, stream));
      expect(said, String(index)).toContain('"failed"');
      expect(said, String(index)).not.toContain(key.slice(0, 8));
    }
  }
}, 30_000);

test('a redirect of a model’s server is not followed', async () => {
  let asked = 0;
  const elsewhere = await serve((_request, response) => {
    asked += 1;
    response.end('{}');
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const url = await serve((_request, response) =>
      response.writeHead(status, { location: `${elsewhere}/chat/completions` }).end(),
    );
    expect(await ask(url, true)).toMatchObject({ failed: { code: expect.stringMatching(/^model_/) } });
  }
  expect(asked).toBe(0);
}, 30_000);
