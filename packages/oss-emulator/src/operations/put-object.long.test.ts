import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { sendRaw } from '../testing/raw-request.ts';
import { signedRequest } from '../testing/sign-raw-request.ts';
import { ADMIN, startTestEmulator, type TestEmulator } from '../testing/start-test-emulator.ts';

const put = (emulator: TestEmulator, key: string, body: string, headers: Record<string, string> = {}) =>
  sendRaw(emulator.ossEndpoint, signedRequest({ method: 'PUT', key, headers, body }, ADMIN));

it('lets exactly one of several racing writers have a key', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  for (let round = 0; round < 20; round++) {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, writer) =>
        client.put(`race/${round}`, Buffer.from(`writer ${writer}`), {
          headers: { 'x-oss-forbid-overwrite': 'true' },
        } as never),
      ),
    );
    const winners = outcomes.flatMap((outcome, writer) => (outcome.status === 'fulfilled' ? [writer] : []));
    expect(winners).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toMatchObject({ code: 'FileAlreadyExists', status: 409 });
      }
    }
    expect((await client.get(`race/${round}`)).content.toString()).toBe(`writer ${winners[0]}`);
  }
});

it('overwrites without the header, and never mixes bytes and metadata of two puts', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  const writers = Array.from({ length: 30 }, (_, n) =>
    client.put('mixed', Buffer.from(String(n).repeat(1 + n * 3000)), { meta: { n: String(n) } as never }),
  );
  const readers = Array.from({ length: 30 }, async () => {
    const got = await client.get('mixed').catch(() => undefined);
    if (got === undefined) return;
    const headers = (got.res as { headers: Record<string, string> }).headers;
    const n = Number(headers['x-oss-meta-n']);
    expect(got.content.toString()).toBe(String(n).repeat(1 + n * 3000));
    expect(headers.etag).toBe(`"${createHash('md5').update(got.content).digest('hex').toUpperCase()}"`);
  });
  await Promise.all([...writers, ...readers]);
});

it('holds the body against Content-MD5', async () => {
  const emulator = await startTestEmulator();
  const md5 = (text: string) => createHash('md5').update(text).digest('base64');
  expect((await put(emulator, 'a', 'hello', { 'content-md5': md5('hello') })).status).toBe(200);
  for (const value of [md5('other'), 'nonsense']) {
    expect(await put(emulator, 'b', 'hello', { 'content-md5': value })).toMatchObject({
      status: 400,
      code: 'InvalidDigest',
    });
  }
  await expect(ossClient(emulator).head('b')).rejects.toMatchObject({ code: 'NoSuchKey' });
});

it('knows no conditional put', async () => {
  const emulator = await startTestEmulator();
  for (const name of ['if-match', 'if-none-match']) {
    expect(await put(emulator, 'a', 'x', { [name]: '*' })).toMatchObject({
      status: 400,
      code: 'NotImplemented',
    });
  }
});

it('takes a body of unknown length, and keeps an empty one', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  await client.putStream('chunked', Readable.from([Buffer.from('he'), Buffer.from('llo')]));
  expect((await client.get('chunked')).content.toString()).toBe('hello');
  expect((await put(emulator, 'empty', '')).status).toBe(200);
  expect((await client.get('empty')).content).toHaveLength(0);
});

it('creates no object from an interrupted upload', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  const { port } = new URL(emulator.ossEndpoint);
  const raw = signedRequest({ method: 'PUT', key: 'slow', headers: {} }, ADMIN);
  const head = [
    `PUT ${raw.target} HTTP/1.1`,
    'host: localhost',
    ...Object.entries(raw.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    'content-length: 1000',
    '',
    'only these bytes',
  ].join('\r\n');
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(head);

  await client.put('slow', Buffer.from('fast writer'));
  expect((await client.get('slow')).content.toString()).toBe('fast writer');
  socket.destroy();
  await vi.waitFor(() =>
    expect(emulator.logged).toContainEqual(expect.objectContaining({ key: 'slow', code: 'IncompleteBody' })),
  );
  expect((await client.get('slow')).content.toString()).toBe('fast writer');
});

it('refuses a large upload without breaking the connection first', async () => {
  const emulator = await startTestEmulator();
  const stranger = ossClient(emulator, { ...ADMIN, accessKeySecret: 'wrong' });
  await expect(stranger.put('big', Buffer.alloc(16 * 1024 * 1024))).rejects.toMatchObject({
    code: 'SignatureDoesNotMatch',
  });
});

it('bounds user metadata', async () => {
  const emulator = await startTestEmulator();
  expect((await put(emulator, 'a', 'x', { 'x-oss-meta-a': 'v'.repeat(8000) })).status).toBe(200);
  expect(await put(emulator, 'a', 'x', { 'x-oss-meta-a': 'v'.repeat(8192) })).toMatchObject({ status: 400 });
});
