import { expect, it } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { startTestEmulator } from '../testing/start-test-emulator.ts';

const getHeaders = (result: { res: unknown }) => (result.res as { headers: Record<string, string> }).headers;

it('resolves symlinks, one step, and says so', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  await client.put('target ☃', Buffer.from('content'), { mime: 'text/plain' });
  await client.putSymlink('link', 'target ☃', { meta: { mine: '1' } } as never);
  await client.putSymlink('broken', 'nowhere', {} as never);
  await client.putSymlink('twice', 'link', {} as never);

  const got = await client.get('link');
  expect(got.content.toString()).toBe('content');
  expect(getHeaders(got)).toMatchObject({ 'x-oss-object-type': 'Symlink', 'x-oss-meta-mine': '1' });
  expect(getHeaders(await client.head('link'))).toMatchObject({
    'content-length': '7',
    'x-oss-object-type': 'Symlink',
  });
  expect((await client.getSymlink('link')).targetName).toBe('target ☃');
  await expect(client.get('broken')).rejects.toMatchObject({ code: 'SymlinkTargetNotExist', status: 404 });
  await expect(client.get('twice')).rejects.toMatchObject({ code: 'InvalidTargetType', status: 400 });
  await expect(client.getSymlink('target ☃')).rejects.toMatchObject({ code: 'InvalidArgument' });

  const listed = await client.listV2({ prefix: 'link' }, {});
  expect(listed.objects[0]).toMatchObject({ name: 'link', type: 'Symlink', size: 0 });
  await client.copy('copied link', 'link');
  expect((await client.getSymlink('copied link')).targetName).toBe('target ☃');
  await client.delete('link');
  expect((await client.get('target ☃')).content.toString()).toBe('content');
});

it('copies with the metadata of the source, or with its own', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  await client.put('a b', Buffer.from('x'), { mime: 'text/plain', meta: { from: 'source' } as never });
  await client.copy('kept', 'a b');
  expect(getHeaders(await client.head('kept'))).toMatchObject({
    'content-type': 'text/plain',
    'x-oss-meta-from': 'source',
  });
  await client.copy('replaced', 'a b', { meta: { from: 'copy' } } as never);
  expect(getHeaders(await client.head('replaced'))['x-oss-meta-from']).toBe('copy');
  await client.putMeta('a b', { from: 'myself' } as never, {} as never);
  expect(getHeaders(await client.head('a b'))['x-oss-meta-from']).toBe('myself');

  const headers = { 'x-oss-forbid-overwrite': 'true' };
  await expect(client.copy('kept', 'a b', { headers } as never)).rejects.toMatchObject({
    code: 'FileAlreadyExists',
  });
  await expect(client.copy('k', 'missing')).rejects.toMatchObject({ code: 'NoSuchKey' });
  await expect(client.copy('k', '/other-bucket/a b')).rejects.toMatchObject({ code: 'NoSuchBucket' });
});
