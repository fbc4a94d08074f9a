import { createHash, createVerify, X509Certificate } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { names, type Push, startReceiver } from '../testing/event-push-support.ts';
import { BUCKET, startTestEmulator } from '../testing/start-test-emulator.ts';

/** Check by a receiver, written from the vendor's description of the push. */
async function verifies(push: Push): Promise<boolean> {
  const header = (name: string) => String(push.headers[name]);
  const certificateUrl = Buffer.from(header('x-mns-signing-cert-url'), 'base64').toString();
  const certificate = new X509Certificate(await (await fetch(certificateUrl)).text());
  if (!certificate.verify(certificate.publicKey)) return false;
  const attributes = Object.keys(push.headers)
    .filter((name) => name.startsWith('x-mns-'))
    .sort()
    .map((name) => `${name}:${header(name)}`);
  const text = [
    'POST',
    header('content-md5'),
    header('content-type'),
    header('date'),
    ...attributes,
    push.path,
  ];
  const md5 = createHash('md5').update(push.body).digest('hex');
  return (
    Buffer.from(header('content-md5'), 'base64').toString() === md5 &&
    createVerify('sha1')
      .update(text.join('\n'))
      .verify(certificate.publicKey, header('authorization'), 'base64')
  );
}

it('pushes every creation and removal, signed, with what happened', async () => {
  const receiver = await startReceiver();
  const emulator = await startTestEmulator({ events: { url: receiver.url, topic: 'topic-1' } });
  const client = ossClient(emulator);
  const etag = createHash('md5').update('hello').digest('hex').toUpperCase();
  await client.put('a ☃', Buffer.from('hello'));
  await client.copy('b', 'a ☃');
  await client.append('c', Buffer.from('x'));
  await client.putSymlink('d', 'a ☃', {} as never);
  await client.multipartUpload('e', Buffer.alloc(200 * 1024), { partSize: 100 * 1024 });
  await client.delete('b');
  await client.deleteMulti(['c', 'never there'], {});
  await client.delete('never there');
  await client.get('a ☃');
  const expected = [
    'ObjectCreated:PutObject a ☃',
    'ObjectCreated:CopyObject b',
    'ObjectCreated:AppendObject c',
    'ObjectCreated:PutSymlink d',
    'ObjectCreated:CompleteMultipartUpload e',
    'ObjectRemoved:DeleteObject b',
    'ObjectRemoved:DeleteObjects c',
  ];
  await vi.waitFor(() => expect(names(receiver.pushes).sort()).toEqual([...expected].sort()), 5_000);

  const push = receiver.pushes.find((each) => each.body.includes('PutObject')) ?? receiver.pushes[0];
  if (push === undefined) throw new Error('nothing was pushed');
  expect(push).toMatchObject({ method: 'POST', path: '/v1/events/oss/secret-path?x=1' });
  expect(push.headers).toMatchObject({
    'x-mns-version': '2015-06-06',
    'x-mns-topic-name': 'topic-1',
    'x-mns-message-id': expect.stringMatching(/^[0-9A-F]{32}$/),
  });
  expect(JSON.parse(push.body).events).toMatchObject([
    {
      eventSource: 'acs:oss',
      eventName: 'ObjectCreated:PutObject',
      region: 'cn-local',
      oss: { bucket: { name: BUCKET }, object: { key: 'a ☃', eTag: etag, size: 5 } },
    },
  ]);
  for (const each of receiver.pushes) expect(await verifies(each)).toBe(true);
  expect(await verifies({ ...push, path: '/elsewhere' })).toBe(false);
  expect(
    await verifies({ ...push, body: push.body.replace('hello', 'jello').replace('"size":5', '"size":6') }),
  ).toBe(false);
  expect(await verifies({ ...push, headers: { ...push.headers, 'x-mns-message-id': 'other' } })).toBe(false);
});

it('pushes again under the same id until it is taken', async () => {
  const receiver = await startReceiver((_push, count) => (count === 1 ? 500 : count === 2 ? 302 : 204));
  const emulator = await startTestEmulator({ events: { url: receiver.url } });
  await ossClient(emulator).put('a', Buffer.from('x'));
  await vi.waitFor(() => expect(receiver.pushes).toHaveLength(3), 5_000);
  expect(new Set(receiver.pushes.map((push) => push.headers['x-mns-message-id'])).size).toBe(1);
  expect(new Set(receiver.pushes.map((push) => push.body)).size).toBe(1);
});
