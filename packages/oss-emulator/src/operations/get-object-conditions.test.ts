import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { read } from '../testing/get-object-support.ts';
import { startTestEmulator } from '../testing/start-test-emulator.ts';

it('answers conditional reads', async () => {
  const now = Date.parse('2026-05-05T12:00:00Z');
  const emulator = await startTestEmulator({ clock: () => now });
  await ossClient(emulator).put('a', Buffer.from('x'));
  const etag = `"${createHash('md5').update('x').digest('hex').toUpperCase()}"`;
  const at = new Date(now).toUTCString();
  const earlier = new Date(now - 1000).toUTCString();
  const cases: [Record<string, string>, number][] = [
    [{ 'if-none-match': etag }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-match': etag }, 200],
    [{ 'if-match': '"other"' }, 412],
    [{ 'if-modified-since': at }, 304],
    [{ 'if-modified-since': earlier }, 200],
    [{ 'if-unmodified-since': at }, 200],
    [{ 'if-unmodified-since': earlier }, 412],
    [{ 'if-modified-since': 'nonsense' }, 200],
  ];
  for (const [headers, status] of cases) {
    for (const method of ['GET', 'HEAD']) {
      expect((await read(emulator, method, 'a', headers)).status, JSON.stringify(headers)).toBe(status);
    }
  }
});

it('lets a reader override headers in the URL, but write none', async () => {
  const emulator = await startTestEmulator();
  await ossClient(emulator).put('a', Buffer.from('x'));
  const good = await read(emulator, 'GET', 'a', {}, { 'response-content-type': 'text/html; charset=utf-8' });
  expect(good.headers['content-type']).toBe('text/html; charset=utf-8');
  const evil = await read(emulator, 'GET', 'a', {}, { 'response-content-type': 'a\r\nset-cookie: x=1' });
  expect(evil).toMatchObject({ status: 400, code: 'InvalidArgument' });
});

it('does not open an archived object', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  await client.put('a', Buffer.from('x'), { headers: { 'x-oss-storage-class': 'Archive' } } as never);
  await expect(client.get('a')).rejects.toMatchObject({ code: 'InvalidObjectState', status: 403 });
  const head = await client.head('a');
  expect((head.res as { headers: object }).headers).toMatchObject({ 'x-oss-storage-class': 'Archive' });
});
