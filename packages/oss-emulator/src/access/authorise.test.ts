import { expect, it } from 'vitest';
import { ossClient, sessionClient } from '../testing/clients.ts';
import { allow, BUCKET, objects, policy, startTestEmulator } from '../testing/start-test-emulator.ts';

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'allowed',
    (error: { code?: string }) => error.code,
  );

it('lists only what the condition on the prefix names', async () => {
  const emulator = await startTestEmulator();
  await ossClient(emulator).put('topics/t1/a', Buffer.from('x'));
  const condition = { StringLike: { 'oss:Prefix': ['topics/t1/*'] } };
  const client = await sessionClient(
    emulator,
    policy(allow(['oss:ListObjects'], [`acs:oss:*:*:${BUCKET}`], condition)),
  );
  const list = (query: Record<string, string>) => outcome(client.listV2(query as never, {}));
  const listOne = (query: Record<string, string>) => outcome(client.list(query as never, {}));
  for (const each of [list, listOne]) {
    expect(await each({ prefix: 'topics/t1/' })).toBe('allowed');
    expect(await each({ prefix: 'topics/t1/messages/' })).toBe('allowed');
    for (const prefix of [
      'topics/t1',
      'topics/t10/',
      'topics/',
      'topics/T1/',
      '/topics/t1/',
      'x/topics/t1/',
    ]) {
      expect(await each({ prefix }), prefix).toBe('AccessDenied');
    }
    expect(await each({ prefix: '' })).toBe('AccessDenied');
    expect(await each({})).toBe('AccessDenied');
  }
});

it('treats a listing without a prefix as one of the empty prefix', async () => {
  const emulator = await startTestEmulator();
  const condition = { StringEquals: { 'oss:Prefix': [''] } };
  const client = await sessionClient(
    emulator,
    policy(allow(['oss:ListObjects'], [`acs:oss:*:*:${BUCKET}`], condition)),
  );
  expect(await outcome(client.listV2({}, {}))).toBe('allowed');
  expect(await outcome(client.listV2({ prefix: 'a' }, {}))).toBe('AccessDenied');
});

it('grants exactly one key, whatever a neighbour is called', async () => {
  const emulator = await startTestEmulator();
  const client = await sessionClient(
    emulator,
    policy(allow(['oss:PutObject'], [objects('topics/t1/m_1.json')])),
  );
  const put = (key: string) => outcome(client.put(key, Buffer.from('x')));
  expect(await put('topics/t1/m_1.json')).toBe('allowed');
  for (const key of [
    'topics/t1/m_1.jso',
    'topics/t1/m_1.json2',
    'topics/t1/m_1.json/',
    'topics/t1/M_1.json',
    'topics/t1//m_1.json',
    'topics/t10/m_1.json',
    'topics/t1/m_1%2Ejson',
  ]) {
    expect(await put(key), key).toBe('AccessDenied');
  }
  expect(await outcome(client.get('topics/t1/m_1.json'))).toBe('AccessDenied');
  expect(await outcome(client.delete('topics/t1/m_1.json'))).toBe('AccessDenied');
});

it('closes a ticket when its time has passed', async () => {
  let offset = 0;
  const emulator = await startTestEmulator({ clock: () => Date.now() + offset });
  const until = new Date(Date.now() + 60_000).toISOString();
  const condition = { DateLessThan: { 'acs:CurrentTime': [until] } };
  const client = await sessionClient(
    emulator,
    policy(allow(['oss:PutObject'], [objects('turn')], condition)),
  );
  expect(await outcome(client.put('turn', Buffer.from('x')))).toBe('allowed');
  offset = 61_000;
  expect(await outcome(client.put('turn', Buffer.from('y')))).toBe('AccessDenied');
});

it('needs the reader’s own right on a symlink’s target', async () => {
  const emulator = await startTestEmulator();
  const admin = ossClient(emulator);
  await admin.put('secret', Buffer.from('hidden'));
  const writer = await sessionClient(
    emulator,
    policy(allow(['oss:PutObject', 'oss:GetObject'], [objects('mine')])),
  );
  // The target is not checked when the link is made; that is the trap this emulates.
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
