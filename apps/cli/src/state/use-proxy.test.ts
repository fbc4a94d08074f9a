import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { useProxy, withProxy } from './use-proxy.ts';

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a server and a proxy that leads to it from every name. Returns the proxy's address and the requested names. */
async function proxied() {
  const port = await listening(createServer((_request, response) => response.end('here')));
  const seen: string[] = [];
  const proxy = createServer().on('connect', (incoming, socket) => {
    seen.push(String(incoming.url));
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  return { port, seen, proxy: `http://127.0.0.1:${await listening(proxy)}` };
}

test('MCP servers at urls are reached through the proxy', async () => {
  const { port, seen, proxy } = await proxied();
  const { fetch: through = fetch } = withProxy({ http_proxy: proxy, NO_PROXY: 'direct.example' });
  expect(await (await through('http://tools.example/mcp')).text()).toBe('here');
  expect(await (await through(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  await expect(through('http://direct.example/')).rejects.toThrow();
  expect(seen).toEqual(['tools.example:80']);
  expect(withProxy({})).toEqual({});
});

test('join and live reach a home through the proxy', async () => {
  const before = getGlobalDispatcher();
  onTestFinished(() => setGlobalDispatcher(before));
  const { port, seen, proxy } = await proxied();
  await useProxy({ HTTP_PROXY: proxy });
  expect(await (await fetch('http://home.example/v1/platform')).text()).toBe('here');
  expect(seen).toEqual(['home.example:80']);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  expect(seen).toHaveLength(1);
});
