import { expect, it } from 'vitest';
import { Crc64 } from '../storage/crc64.ts';
import { sendRaw } from '../testing/raw-request.ts';
import { signedRequest } from '../testing/sign-raw-request.ts';
import { ADMIN, BUCKET, startTestEmulator } from '../testing/start-test-emulator.ts';

type Request = Parameters<typeof signedRequest>[0];
const crc64 = (...pieces: string[]) => new Crc64().update(Buffer.from(pieces.join(''))).toString();

async function startAsking() {
  const { ossEndpoint } = await startTestEmulator();
  return (request: Request) => sendRaw(ossEndpoint, signedRequest(request, ADMIN));
}

it('returns the CRC-64 of the bytes wherever OSS does', async () => {
  const ask = await startAsking();
  const computeCrc = async (request: Request) => (await ask(request)).headers['x-oss-hash-crc64ecma'];
  expect(await computeCrc({ method: 'PUT', key: 'a', body: 'hello' })).toBe(crc64('hello'));
  expect(await computeCrc({ method: 'GET', key: 'a' })).toBe(crc64('hello'));
  expect(await computeCrc({ method: 'HEAD', key: 'a' })).toBe(crc64('hello'));
  expect(await computeCrc({ method: 'HEAD', key: 'a', query: { objectMeta: '' } })).toBe(crc64('hello'));
  // Checksum of the whole object: a client that requested a part does not compare it.
  expect(await computeCrc({ method: 'GET', key: 'a', headers: { range: 'bytes=1-2' } })).toBe(crc64('hello'));
  expect(await computeCrc({ method: 'PUT', key: 'empty' })).toBe('0');

  const append = (position: number, body: string) =>
    computeCrc({ method: 'POST', key: 'log', query: { append: '', position: String(position) }, body });
  expect(await append(0, 'one ')).toBe(crc64('one '));
  expect(await append(4, 'two')).toBe(crc64('one ', 'two'));

  const copied = { method: 'PUT', key: 'b', headers: { 'x-oss-copy-source': `/${BUCKET}/a` } };
  expect(await computeCrc(copied)).toBe(crc64('hello'));
  await ask({
    method: 'PUT',
    key: 'b',
    query: { tagging: '' },
    body: '<Tagging><TagSet><Tag><Key>k</Key><Value>v</Value></Tag></TagSet></Tagging>',
  });
  expect(await computeCrc({ method: 'HEAD', key: 'b' })).toBe(crc64('hello'));
  await ask({
    method: 'PUT',
    key: 'link',
    query: { symlink: '' },
    headers: { 'x-oss-symlink-target': 'a' },
  });
  expect(await computeCrc({ method: 'GET', key: 'link' })).toBe(crc64('hello'));
});

it('returns the CRC-64 of every part and their object', async () => {
  const ask = await startAsking();
  const begun = await ask({ method: 'POST', key: 'parts', query: { uploads: '' } });
  const uploadId = /<UploadId>(\w+)</.exec(begun.body)?.[1] ?? '';
  const pieces = ['x'.repeat(100 * 1024), 'the end'];
  const etags: string[] = [];
  for (const [index, body] of pieces.entries()) {
    const query = { partNumber: String(index + 1), uploadId };
    const put = await ask({ method: 'PUT', key: 'parts', query, body });
    expect(put.headers['x-oss-hash-crc64ecma']).toBe(crc64(body));
    etags.push(put.headers.etag ?? '');
  }
  const listed = await ask({ method: 'GET', key: 'parts', query: { uploadId } });
  for (const piece of pieces) expect(listed.body).toContain(`<HashCrc64ecma>${crc64(piece)}<`);
  const parts = etags.map((etag, index) => `<PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag>`);
  const body = `<CompleteMultipartUpload>${parts.map((part) => `<Part>${part}</Part>`).join('')}</CompleteMultipartUpload>`;
  const completed = await ask({ method: 'POST', key: 'parts', query: { uploadId }, body });
  expect(completed.headers['x-oss-hash-crc64ecma']).toBe(crc64(...pieces));
  const got = await ask({ method: 'GET', key: 'parts' });
  expect(got.headers['x-oss-hash-crc64ecma']).toBe(crc64(...pieces));
});

it('returns with every answer how long it took', async () => {
  const ask = await startAsking();
  const requests: Request[] = [
    { method: 'PUT', key: 'a', body: 'hello' },
    { method: 'HEAD', key: 'a' },
    { method: 'DELETE', key: 'a' },
    { method: 'GET', key: 'a' },
    { method: 'GET' },
    { method: 'PATCH' },
  ];
  for (const request of requests) {
    expect((await ask(request)).headers['x-oss-server-time'], request.method).toMatch(/^\d+$/);
  }
});
