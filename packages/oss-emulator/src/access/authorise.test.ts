import { expect, it } from 'vitest';
import { outcome } from '../testing/authorise-support.ts';
import { ossClient, sessionClient } from '../testing/clients.ts';
import { allow, BUCKET, objects, policy, startTestEmulator } from '../testing/start-test-emulator.ts';

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

it('grants exactly one key', async () => {
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
