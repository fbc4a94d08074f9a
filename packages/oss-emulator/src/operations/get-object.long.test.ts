import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { read } from '../testing/get-object-support.ts';
import { startTestEmulator } from '../testing/start-test-emulator.ts';

it('gives back bytes, headers and metadata as they were put', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  await client.put('a.json', Buffer.from('{"x":1}'), {
    mime: 'application/json',
    meta: { author: 'me' } as never,
    headers: {
      'Content-Encoding': 'identity',
      'Content-Language': 'zh',
      'Cache-Control': 'no-store',
      'Content-Disposition': 'inline',
      Expires: 'Fri, 01 Jan 2027 00:00:00 GMT',
    },
  });
  const md5 = createHash('md5').update('{"x":1}').digest();
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await read(emulator, method, 'a.json');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '7',
      'content-encoding': 'identity',
      'content-language': 'zh',
      'cache-control': 'no-store',
      'content-disposition': 'inline',
      expires: 'Fri, 01 Jan 2027 00:00:00 GMT',
      'content-md5': md5.toString('base64'),
      etag: `"${md5.toString('hex').toUpperCase()}"`,
      'x-oss-meta-author': 'me',
      'x-oss-object-type': 'Normal',
      'x-oss-storage-class': 'Standard',
      'x-oss-request-id': expect.stringMatching(/^[0-9A-F]{24}$/),
    });
    expect(Math.abs(Date.parse(headers['last-modified'] ?? '') - Date.now())).toBeLessThan(10_000);
  }
  const meta = await read(emulator, 'HEAD', 'a.json', {}, { objectMeta: '' });
  expect(meta.headers).toMatchObject({
    'content-length': '7',
    etag: `"${md5.toString('hex').toUpperCase()}"`,
  });
  expect(meta.headers['x-oss-meta-author']).toBeUndefined();
});

const TEN = '0123456789';
const ranges: [string, boolean, number, string][] = [
  ['bytes=0-3', false, 206, '0123'],
  ['bytes=4-', false, 206, '456789'],
  ['bytes=-3', false, 206, '789'],
  ['bytes=9-9', false, 206, '9'],
  ['bytes=0-9', false, 206, TEN],
  ['bytes=0-10', false, 200, TEN],
  ['bytes=10-12', false, 200, TEN],
  ['bytes=3-1', false, 200, TEN],
  ['bytes=a-b', false, 200, TEN],
  ['bytes=-', false, 200, TEN],
  ['items=0-1', false, 200, TEN],
  ['bytes=5-100', true, 206, '56789'],
  ['bytes=-100', true, 206, TEN],
];

it('answers ranges as OSS does', async () => {
  const emulator = await startTestEmulator();
  await ossClient(emulator).put('ten', Buffer.from(TEN));
  for (const [range, standard, status, body] of ranges) {
    const headers = { range, ...(standard ? { 'x-oss-range-behavior': 'standard' } : {}) };
    expect(await read(emulator, 'GET', 'ten', headers), range).toMatchObject({ status, body });
  }
  const partial = await read(emulator, 'GET', 'ten', { range: 'bytes=2-4' });
  expect(partial.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' });
  const beyond = await read(emulator, 'GET', 'ten', {
    range: 'bytes=10-12',
    'x-oss-range-behavior': 'standard',
  });
  expect(beyond).toMatchObject({ status: 416, code: 'InvalidRange' });
});

it('streams 64 MB both ways, whole', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  const big = Buffer.alloc(64 * 1024 * 1024, 'agent home ');
  await client.put('big', big);
  const { content } = await client.get('big');
  expect(createHash('sha256').update(content).digest('hex')).toBe(
    createHash('sha256').update(big).digest('hex'),
  );
  const middle = await client.get('big', { headers: { Range: 'bytes=33000000-33000099' } });
  expect(middle.content.equals(big.subarray(33000000, 33000100))).toBe(true);
});
