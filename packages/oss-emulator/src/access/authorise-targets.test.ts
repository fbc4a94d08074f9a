import { expect, it } from 'vitest';
import { outcome } from '../testing/authorise-support.ts';
import { ossClient, sessionClient } from '../testing/clients.ts';
import { allow, BUCKET, objects, policy, startTestEmulator } from '../testing/start-test-emulator.ts';

it('needs the reader’s own right on a symlink’s target', async () => {
  const emulator = await startTestEmulator();
  const admin = ossClient(emulator);
  await admin.put('secret', Buffer.from('hidden'));
  const writer = await sessionClient(
    emulator,
    policy(allow(['oss:PutObject', 'oss:GetObject'], [objects('mine')])),
  );
  // Creating the link does not check the target; the emulator reproduces that trap.
  await writer.putSymlink('mine', 'secret', {} as never);
  await expect(writer.get('mine')).rejects.toMatchObject({ code: 'AccessDenied' });
  await expect(writer.head('mine')).rejects.toMatchObject({ code: 'AccessDenied' });

  const got = await admin.get('mine');
  expect(got.content.toString()).toBe('hidden');
  expect((got.res as { headers: Record<string, string> }).headers['x-oss-object-type']).toBe('Symlink');
  const onlyTarget = await sessionClient(emulator, policy(allow(['oss:GetObject'], [objects('secret')])));
  await expect(onlyTarget.get('mine')).rejects.toMatchObject({ code: 'AccessDenied' });
});

it('deletes none of several keys when one of them is not allowed', async () => {
  const emulator = await startTestEmulator();
  const admin = ossClient(emulator);
  for (const key of ['a', 'b']) await admin.put(key, Buffer.from(key));
  const client = await sessionClient(emulator, policy(allow(['oss:DeleteObject'], [objects('a')])));
  expect(await outcome(client.deleteMulti(['a', 'b'], {}))).toBe('AccessDenied');
  await admin.head('a');
  expect(await outcome(client.deleteMulti(['a'], {}))).toBe('allowed');
  expect(await outcome(admin.head('a'))).toBe('NoSuchKey');
});

it('refuses every public ACL', async () => {
  const emulator = await startTestEmulator();
  const admin = ossClient(emulator);
  for (const acl of ['public-read', 'public-read-write']) {
    const headers = { 'x-oss-object-acl': acl };
    await expect(admin.put('a', Buffer.from('x'), { headers } as never)).rejects.toMatchObject({
      code: 'AccessDenied',
      ecCode: '0016-00000901',
    });
    await expect(admin.putSymlink('a', 'b', { headers } as never)).rejects.toMatchObject({
      code: 'AccessDenied',
    });
    await expect(admin.initMultipartUpload('a', { headers } as never)).rejects.toMatchObject({
      code: 'AccessDenied',
    });
    await expect(admin.putBucketACL(BUCKET, acl as never)).rejects.toMatchObject({ code: 'AccessDenied' });
    await admin.put('b', Buffer.from('x'));
    await expect(admin.putACL('b', acl as never)).rejects.toMatchObject({ code: 'AccessDenied' });
  }
  expect(await outcome(admin.head('a'))).toBe('NoSuchKey');
});
