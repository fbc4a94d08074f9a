import { createHash, createVerify, X509Certificate } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { BUCKET, startTestEmulator, temporaryDirectory } from '../testing/start-test-emulator.ts';

interface Push {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver on a real socket; `answer` decides the status for each push, or none at all. */
async function startReceiver(answer: (push: Push, count: number) => number | undefined = () => 204) {
  const pushes: Push[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const push = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      pushes.push(push);
      const status = answer(push, pushes.length);
      if (status !== undefined) response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { pushes, url: `http://127.0.0.1:${port}/v1/events/oss/secret-path?x=1` };
}

/** The check a receiver makes, written from the vendor's description of the push. */
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

const names = (pushes: Push[]) =>
  pushes.map((push) => {
    const [event] = JSON.parse(push.body).events;
    return `${event.eventName} ${event.oss.object.key}`;
  });

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

it('never holds up a put, whatever the receiver does', async () => {
  const silent = await startReceiver(() => undefined);
  const emulator = await startTestEmulator({ events: { url: silent.url } });
  const client = ossClient(emulator);
  await Promise.all(Array.from({ length: 40 }, (_, n) => client.put(`k/${n}`, Buffer.from('x'))));
  await vi.waitFor(() => expect(silent.pushes.length).toBeGreaterThan(0), 5_000);
  // No more than its share of connections, however many events wait.
  expect(silent.pushes.length).toBeLessThanOrEqual(16);
  await emulator.close();

  const away = await startTestEmulator({ events: { url: 'http://127.0.0.1:9/nobody' } });
  await ossClient(away).put('a', Buffer.from('x'));
});

it('takes a new target while running, and none', async () => {
  const emulator = await startTestEmulator();
  const client = ossClient(emulator);
  await client.put('before', Buffer.from('x'));
  const receiver = await startReceiver();
  emulator.setEvents({ url: receiver.url });
  await client.put('during', Buffer.from('x'));
  await vi.waitFor(() => expect(names(receiver.pushes)).toEqual(['ObjectCreated:PutObject during']), 5_000);
  emulator.setEvents(undefined);
  await client.put('after', Buffer.from('x'));
  emulator.setEvents({ url: receiver.url });
  await client.put('last', Buffer.from('x'));
  await vi.waitFor(() => expect(receiver.pushes).toHaveLength(2), 5_000);
  expect(names(receiver.pushes)[1]).toBe('ObjectCreated:PutObject last');
});

it('keeps its certificate over a restart', async () => {
  const dataDirectory = await temporaryDirectory();
  const first = await startTestEmulator({ dataDirectory });
  const pem = await (await fetch(first.certificateUrl)).text();
  await first.close();
  const second = await startTestEmulator({ dataDirectory });
  expect(await (await fetch(second.certificateUrl)).text()).toBe(pem);
  const certificate = new X509Certificate(pem);
  expect(certificate.subject).toBe('CN=agent-home oss-emulator notify');
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
});
