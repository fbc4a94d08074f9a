import { expect, it } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { begin, complete, send } from '../testing/multipart-operations-support.ts';
import { BUCKET, startTestEmulator } from '../testing/start-test-emulator.ts';

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
