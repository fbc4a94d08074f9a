import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { proxyFor } from '../proxying/proxy-for.ts';
import { boundedFetch } from './bounded-fetch.ts';

afterEach(() => vi.unstubAllEnvs());

/** Starts a forward proxy that records its requests; every name behind it is one server of this test. */
async function startProxy(serverPort: number) {
  const seen: string[] = [];
  const proxy = createServer((incoming, response) => {
    seen.push(`${incoming.method} ${incoming.url} ${incoming.headers['proxy-authorization'] ?? ''}`.trim());
    const { pathname } = new URL(incoming.url ?? '');
    const sent = request({ port: serverPort, path: pathname, method: incoming.method }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(sent);
  });
  proxy.on('connect', (incoming, socket) => {
    seen.push(`CONNECT ${incoming.url}`);
    const target = connect(serverPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  return { seen, port: await listening(proxy) };
}

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('models are requested through the environment’s proxy', async () => {
  const server = createServer((_request, response) => response.end('{"ok":true}'));
  const { seen, port } = await startProxy(await listening(server));
  vi.stubEnv('HTTP_PROXY', `http://ada:secret@127.0.0.1:${port}`);
  vi.stubEnv('HTTPS_PROXY', `127.0.0.1:${port}`);
  vi.stubEnv('NO_PROXY', '');
  const response = await boundedFetch('http://model.example/v1/chat/completions', {
    method: 'POST',
    body: '{}',
  });
  expect(await response.json()).toEqual({ ok: true });
  expect(seen).toEqual(['POST http://model.example/v1/chat/completions Basic YWRhOnNlY3JldA==']);
  // The server behind the tunnel has no TLS. The proxy still gets a `CONNECT`, without the key.
  await expect(boundedFetch('https://model.example/v1', { method: 'POST', body: '{}' })).rejects.toThrow();
  expect(seen.at(-1)).toBe('CONNECT model.example:443');
});

test('NO_PROXY and addresses of this machine are excepted', () => {
  const through = (url: string, environment: Record<string, string>) =>
    proxyFor(new URL(url), environment)?.href;
  const both = { HTTP_PROXY: 'http://p:1', HTTPS_PROXY: 'http://s:2' };
  expect(through('http://a.example', both)).toBe('http://p:1/');
  expect(through('https://a.example', both)).toBe('http://s:2/');
  expect(through('https://a.example', { HTTP_PROXY: 'http://p:1' })).toBeUndefined();
  expect(through('https://a.example', { ...both, https_proxy: 'small:3' })).toBe('http://small:3/');
  for (const entry of ['*', 'a.example', '.example', '*.example', 'x, a.example:443'])
    expect(through('https://a.example', { ...both, NO_PROXY: entry }), entry).toBeUndefined();
  for (const entry of ['', 'b.example', 'a.example:8443', 'ample'])
    expect(through('https://a.example', { ...both, NO_PROXY: entry }), entry).toBe('http://s:2/');
  for (const url of ['http://localhost:1', 'http://127.0.0.1:4603/v1', 'http://[::1]:1'])
    expect(through(url, both), url).toBeUndefined();
  expect(() => through('https://a.example', { HTTPS_PROXY: 'socks5://p:1' })).toThrow(
    expect.objectContaining({ code: 'proxy_invalid' }),
  );
});
