import { X509Certificate } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { ossClient } from '../testing/clients.ts';
import { names, startReceiver } from '../testing/event-push-support.ts';
import { startTestEmulator, temporaryDirectory } from '../testing/start-test-emulator.ts';

it('delays no put for any receiver', async () => {
  const silent = await startReceiver(() => undefined);
  const emulator = await startTestEmulator({ events: { url: silent.url } });
  const client = ossClient(emulator);
  await Promise.all(Array.from({ length: 40 }, (_, n) => client.put(`k/${n}`, Buffer.from('x'))));
  await vi.waitFor(() => expect(silent.pushes.length).toBeGreaterThan(0), 5_000);
  // The receiver gets only its share of connections, regardless of the number of waiting events.
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
