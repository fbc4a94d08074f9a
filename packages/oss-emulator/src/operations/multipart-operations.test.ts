import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { begin, complete, send } from '../testing/multipart-operations-support.ts';
import { startTestEmulator } from '../testing/start-test-emulator.ts';

const KILOBYTE = 1024;
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest();

it('serves ali-oss multipartUpload', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  const bytes = Buffer.alloc(700 * KILOBYTE, 'agent');
  await client.multipartUpload('big', bytes, { partSize: 200 * KILOBYTE, parallel: 3 });
  const got = await client.get('big');
  expect(got.content.equals(bytes)).toBe(true);
  expect((got.res as { headers: object }).headers).toMatchObject({ 'x-oss-object-type': 'Multipart' });
});

it('assembles the listed parts in order, with the ETag of multipart objects', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  const { uploadId, parts } = await begin(emulator, 'k', [100 * KILOBYTE, 120 * KILOBYTE, 5]);
  const listed = await client.listParts('k', uploadId, { 'max-parts': 2 } as never, {});
  expect(listed).toMatchObject({ isTruncated: 'true', nextPartNumberMarker: '2' });
  await expect(client.head('k')).rejects.toMatchObject({ code: 'NoSuchKey' });

  expect((await complete(emulator, 'k', uploadId, parts)).status).toBe(200);
  const got = await client.get('k');
  expect(got.content.equals(Buffer.concat(parts.map((part) => part.bytes)))).toBe(true);
  const digest = md5(Buffer.concat(parts.map((part) => md5(part.bytes))));
  expect((got.res as { headers: object }).headers).toMatchObject({
    etag: `"${digest.toString('hex').toUpperCase()}-3"`,
    'x-oss-meta-a': 'b',
  });
  expect(await complete(emulator, 'k', uploadId, parts)).toMatchObject({ status: 404, code: 'NoSuchUpload' });
});

it('refuses what does not fit together', async () => {
  const emulator = await startTestEmulator();
  const { uploadId, parts } = await begin(emulator, 'k', [100 * KILOBYTE - 1, 100]);
  const [first = { number: 1, etag: '' }, second = { number: 2, etag: '' }] = parts;
  const cases: [{ number: number; etag: string }[], string][] = [
    [[first, second], 'EntityTooSmall'],
    [[second, first], 'InvalidPartOrder'],
    [[first, first], 'InvalidPartOrder'],
    [[{ ...first, etag: second.etag }], 'InvalidPart'],
    [[{ ...first, number: 3 }], 'InvalidPart'],
    [[], 'MalformedXML'],
  ];
  for (const [listed, code] of cases) {
    expect(await complete(emulator, 'k', uploadId, listed)).toMatchObject({ status: 400, code });
  }
  expect(await complete(emulator, 'other', uploadId, [first])).toMatchObject({ code: 'NoSuchUpload' });
  for (const partNumber of ['0', '10001', 'x', '-1']) {
    const query = { partNumber, uploadId };
    expect(await send(emulator, { method: 'PUT', key: 'k', query, body: 'x' })).toMatchObject({
      code: 'InvalidArgument',
    });
  }
  const foreign = { partNumber: '1', uploadId };
  expect(await send(emulator, { method: 'PUT', key: 'other', query: foreign, body: 'x' })).toMatchObject({
    code: 'NoSuchUpload',
  });
});
