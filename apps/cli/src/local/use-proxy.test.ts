import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { useProxy } from './use-proxy.ts';

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('join and live reach a home through the proxy', async () => {
  const before = getGlobalDispatcher();
  onTestFinished(() => setGlobalDispatcher(before));
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
  useProxy({ HTTP_PROXY: `http://127.0.0.1:${await listening(proxy)}` });
  expect(await (await fetch('http://home.example/v1/platform')).text()).toBe('here');
  expect(seen).toEqual(['home.example:80']);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  expect(seen).toHaveLength(1);
});
