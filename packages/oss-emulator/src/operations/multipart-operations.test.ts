import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { sendRaw, signedRequest } from '../testing/raw-request.ts';
import { ADMIN, BUCKET, startTestEmulator, type TestEmulator } from '../testing/start-test-emulator.ts';

const KILOBYTE = 1024;
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest();
const send = (emulator: TestEmulator, request: Parameters<typeof signedRequest>[0]) =>
  sendRaw(emulator.ossEndpoint, signedRequest(request, ADMIN));

async function begin(emulator: TestEmulator, key: string, sizes: number[]) {
  const { uploadId } = await ossClient(emulator).initMultipartUpload(key, { meta: { a: 'b' } } as never);
  const parts: { number: number; etag: string; bytes: Buffer }[] = [];
  for (const [index, size] of sizes.entries()) {
    const bytes = Buffer.alloc(size, String(index));
    const query = { partNumber: String(index + 1), uploadId };
    const answer = await send(emulator, { method: 'PUT', key, query, body: bytes });
    parts.push({ number: index + 1, etag: String(answer.headers.etag), bytes });
  }
  return { uploadId, parts };
}

const complete = (
  emulator: TestEmulator,
  key: string,
  uploadId: string,
  parts: { number: number; etag: string }[],
) =>
  send(emulator, {
    method: 'POST',
    key,
    query: { uploadId },
    body: `<CompleteMultipartUpload>${parts
      .map(({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`)
      .join('')}</CompleteMultipartUpload>`,
  });

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

it('aborts, lists what is under way, and honours forbid-overwrite at the end', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  const { uploadId } = await begin(emulator, 'a', [10]);
  const { uploadId: second, parts } = await begin(emulator, 'b', [10]);
  const { uploads } = await client.listUploads({ 'max-uploads': 1, 'key-marker': 'a' }, {});
  expect(uploads.map((upload: { name: string }) => upload.name)).toEqual(['b']);
  await client.abortMultipartUpload('a', uploadId, {});
  await expect(client.listParts('a', uploadId, {} as never, {})).rejects.toMatchObject({
    code: 'NoSuchUpload',
  });

  await client.put('b', Buffer.from('there already'));
  const query = { uploadId: second };
  const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${parts[0]?.etag}</ETag></Part></CompleteMultipartUpload>`;
  const headers = { 'x-oss-forbid-overwrite': 'true' };
  expect(await send(emulator, { method: 'POST', key: 'b', query, headers, body })).toMatchObject({
    status: 409,
    code: 'FileAlreadyExists',
  });
  expect((await client.get('b')).content.toString()).toBe('there already');
});

it('copies a range of another object into a part', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  await client.put('source', Buffer.from('0123456789'));
  const { uploadId } = await client.initMultipartUpload('k', {});
  const copied = await send(emulator, {
    method: 'PUT',
    key: 'k',
    query: { partNumber: '1', uploadId },
    headers: { 'x-oss-copy-source': `/${BUCKET}/source`, 'x-oss-copy-source-range': 'bytes=2-5' },
  });
  const etag = /<ETag>(.*)<\/ETag>/.exec(copied.body)?.[1]?.replaceAll('&quot;', '') ?? '';
  await complete(emulator, 'k', uploadId, [{ number: 1, etag }]);
  expect((await client.get('k')).content.toString()).toBe('2345');
});
