import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { assumeRoleByClient, ossClient } from '../testing/clients.ts';
import { sendRaw } from '../testing/raw-request.ts';
import { signedRequest } from '../testing/sign-raw-request.ts';
import { ADMIN, BUCKET, startTestEmulator } from '../testing/start-test-emulator.ts';

it('bounds headers and request line, and lives on', async () => {
  const emulator = await startTestEmulator();
  const long = 'x'.repeat(200_000);
  for (const raw of [
    { method: 'GET', target: `/${BUCKET}/${long}` },
    { method: 'GET', target: `/${BUCKET}/k`, headers: { 'x-oss-meta-a': long } },
  ]) {
    const answer = await sendRaw(emulator.ossEndpoint, raw).catch(() => ({ status: 431 }));
    expect(answer.status).toBe(431);
  }
  await ossClient(emulator).put('k', Buffer.from('x'));
});

it('survives what is not HTTP', async () => {
  const emulator = await startTestEmulator();
  const socket = connect(Number(new URL(emulator.ossEndpoint).port), '127.0.0.1');
  socket.write('\x16\x03\x01 not http\r\n\r\n');
  socket.on('error', () => undefined).resume();
  await once(socket, 'close');
  await ossClient(emulator).put('k', Buffer.from('x'));
});

it('finishes the requests in flight when it closes, and takes no new ones', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  await client.put('warm', Buffer.from('x'));
  const raw = signedRequest({ method: 'PUT', key: 'k' }, ADMIN);
  const socket = connect(Number(new URL(emulator.ossEndpoint).port), '127.0.0.1');
  const headers = Object.entries(raw.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  socket.write(
    [`PUT ${raw.target} HTTP/1.1`, 'host: localhost', ...headers, 'content-length: 10', '', '01234'].join(
      '\r\n',
    ),
  );
  // Requests are handled in the order of their first bytes, so the upload is in progress once this one has its response.
  await client.head('warm');

  const closed = once(socket, 'close');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  const closing = emulator.close();
  await expect(sendRaw(emulator.ossEndpoint, raw)).rejects.toThrow();
  socket.write('56789');
  await Promise.all([closing, closed]);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);

  const again = await startTestEmulator({ dataDirectory: emulator.dataDirectory });
  expect((await ossClient(again).get('k')).content.toString()).toBe('0123456789');
});

it('closes although a client never ends its request', async () => {
  const emulator = await startTestEmulator();
  const raw = signedRequest({ method: 'PUT', key: 'k' }, ADMIN);
  const socket = connect(Number(new URL(emulator.ossEndpoint).port), '127.0.0.1');
  socket.on('error', () => undefined).resume();
  const headers = Object.entries(raw.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  socket.write(
    [`PUT ${raw.target} HTTP/1.1`, 'host: localhost', ...headers, 'content-length: 10', '', ''].join('\r\n'),
  );
  await assumeRoleByClient(emulator);
  await Promise.all([emulator.close(), once(socket, 'close')]);
});
