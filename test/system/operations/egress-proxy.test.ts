import { once } from 'node:events';
import { createServer, request } from 'node:http';
import {
  type AddressInfo,
  connect as connectTo,
  createServer as createTcpServer,
  type Server,
} from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createEgressProxy } from '../../../infra/container/egress/egress-proxy.ts';
import { EndpointsError, parseAuthority, parseEndpoints } from '../../../infra/container/egress/endpoints.ts';
import { isReachable, reachableAddress } from '../../../infra/container/egress/reachable-address.ts';

const opened: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  opened.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Starts a proxy for one listed name and port, which is a server on this machine. */
async function openProxy(port: number, resolve = async (): Promise<string | undefined> => '127.0.0.1') {
  const lines: string[] = [];
  const proxy = createEgressProxy({
    endpoints: [{ host: 'models.example', port }],
    resolve,
    log: (line) => lines.push(line),
  });
  return { lines, port: await listen(proxy) };
}

/** Sends text to a port and returns the response until the connection ends or the text appears. */
async function exchange(port: number, text: string, until?: string): Promise<string> {
  const socket = connectTo(port, '127.0.0.1');
  socket.write(text);
  let received = '';
  for await (const chunk of socket) {
    received += String(chunk);
    if (until !== undefined && received.includes(until)) break;
  }
  socket.destroy();
  return received;
}

test('passes bytes of a listed endpoint through unread', async () => {
  const echo = await listen(createTcpServer((socket) => socket.pipe(socket)));
  const { port, lines } = await openProxy(echo);
  const received = await exchange(
    port,
    `CONNECT models.example:${echo} HTTP/1.1\r\nhost: x\r\n\r\n\u0016\u0003\u0001 end to end`,
    'end to end',
  );
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  expect(received).toContain('\u0016\u0003\u0001 end to end');
  expect(lines).toEqual([]);
});

test('refuses hosts, ports and addresses outside its list', async () => {
  const target = await listen(createTcpServer((socket) => socket.end('reached')));
  const { port, lines } = await openProxy(target);
  const targets = [
    `127.0.0.1:${target}`,
    `[::1]:${target}`,
    `[::ffff:127.0.0.1]:${target}`,
    `sub.models.example:${target}`,
    `models.example.:${target === 1 ? 2 : 1}`,
    '169.254.169.254:80',
    'postgres:5432',
    `models.example@127.0.0.1:${target}`,
    `models.example:${target}/`,
    `models.example\u0000:${target}`,
    'models.example',
    '',
  ];
  for (const each of targets) {
    const received = await exchange(port, `CONNECT ${each} HTTP/1.1\r\nauthorization: Bearer key\r\n\r\n`);
    expect([each, received]).toEqual([each, expect.stringMatching(/^HTTP\/1\.1 40[03] /)]);
    const plain = await exchange(
      port,
      `GET http://${each}/?key=key HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    );
    if (each === `models.example:${target}/`) continue;
    expect([each, plain]).toEqual([each, expect.stringMatching(/^HTTP\/1\.1 40[03] /)]);
  }
  expect(await exchange(port, 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400/,
  );
  expect(lines).toContain('refused CONNECT 169.254.169.254:80 [not_listed]');
  expect(lines.join('\n')).not.toContain('key');
});

test('forwards plain requests to a listed endpoint', async () => {
  const seen: unknown[] = [];
  const model = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    seen.push([
      message.url,
      message.headers.host,
      message.headers['proxy-authorization'],
      String(Buffer.concat(chunks)),
    ]);
    response.writeHead(201, { 'x-model': 'yes' }).end('answer');
  });
  const at = await listen(model);
  const { port } = await openProxy(at);
  const sent = request({
    ...{ host: '127.0.0.1', port, method: 'POST', path: `http://models.example:${at}/v1/chat?x=1` },
    headers: { 'proxy-authorization': 'Basic secret', host: 'other.example' },
  });
  sent.end('prompt');
  const [answer] = await once(sent, 'response');
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  expect([answer.statusCode, answer.headers['x-model'], text]).toEqual([201, 'yes', 'answer']);
  expect(seen).toEqual([['/v1/chat?x=1', `models.example:${at}`, undefined, 'prompt']]);
});

test('refuses a listed name with the address of a metadata service', async () => {
  const resolve = async () => ((await reachableAddress('169.254.169.254')) === undefined ? undefined : 'x');
  const { port, lines } = await openProxy(80, resolve);
  const received = await exchange(port, 'CONNECT models.example:80 HTTP/1.1\r\n\r\n');
  expect(received).toMatch(/^HTTP\/1\.1 403 address_refused/);
  expect(lines).toEqual(['refused CONNECT models.example:80 [address_refused]']);
  for (const address of [
    '127.0.0.1',
    '0.0.0.0',
    '100.100.100.200',
    '::1',
    '::ffff:169.254.169.254',
    'fd00:ec2::254',
    'fe80::1',
  ])
    expect([address, isReachable(address)]).toEqual([address, false]);
  for (const address of ['10.0.0.5', '192.168.1.2', '1.1.1.1', 'fd12::1', '2606:4700::1'])
    expect([address, isReachable(address)]).toEqual([address, true]);
});

test('reports a listed endpoint that is not reachable', async () => {
  const closed = createTcpServer();
  const at = await listen(closed);
  closed.close();
  await once(closed, 'close');
  const { port } = await openProxy(at);
  const received = await exchange(port, `CONNECT models.example:${at} HTTP/1.1\r\n\r\n`);
  expect(received).toMatch(/^HTTP\/1\.1 502 unreachable/);
});

test('reads a list of endpoints and refuses all else', () => {
  expect(parseEndpoints(' https://API.example/v1, http://10.0.0.5:11434  http://[fd12::1]:80/ ')).toEqual([
    { host: 'api.example', port: 443 },
    { host: '10.0.0.5', port: 11434 },
    { host: 'fd12::1', port: 80 },
  ]);
  expect(parseEndpoints('')).toEqual([]);
  const wrong = [
    'api.example',
    '*',
    'https://*',
    'ftp://a.example',
    'https://key@a.example',
    'https://a.example?key=1',
  ];
  for (const text of [...wrong.filter((each) => each !== 'https://*'), 'https://a.example,'.repeat(65)])
    expect(() => parseEndpoints(text), text).toThrow(EndpointsError);
  expect(() => parseEndpoints('sk-secret')).toThrow(/^(?!.*sk-secret)/);
  expect(parseAuthority('[fd12::1]:80')).toEqual({ host: 'fd12::1', port: 80 });
  for (const text of ['a', 'a:', 'a:0', 'a:99999', 'a b:1', 'a:1:2', `${'a'.repeat(300)}:1`])
    expect([text, parseAuthority(text)]).toEqual([text, undefined]);
});
