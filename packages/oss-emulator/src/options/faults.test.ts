import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { EmulatorFaults, RequestFault } from '../index.ts';
import { assumeRoleByClient, ossClient } from '../testing/clients.ts';
import { startTestEmulator } from '../testing/start-test-emulator.ts';

async function countPushes(): Promise<{ url: string; ids: string[] }> {
  const ids: string[] = [];
  const server = createServer((request, response) => {
    ids.push(String(request.headers['x-mns-message-id']));
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, ids };
}

it('refuses, delays and drops single requests on purpose', async () => {
  const next: RequestFault[] = [];
  const seen: string[] = [];
  const faults: EmulatorFaults = {
    store({ method, path }) {
      seen.push(`${method} ${path}`);
      return next.shift();
    },
  };
  const emulator = await startTestEmulator({ faults });
  const oss = ossClient(emulator, undefined, { retryMax: 0 } as object);
  const bytes = Buffer.from('bytes');
  next.push({ refuse: 'error' });
  await expect(oss.put('a', bytes)).rejects.toMatchObject({ status: 500, code: 'InternalError' });
  next.push({ refuse: 'throttled' });
  await expect(oss.put('a', bytes)).rejects.toMatchObject({ status: 503, code: 'QpsLimitExceeded' });
  await expect(oss.get('a')).rejects.toMatchObject({ code: 'NoSuchKey' });
  // The put is executed, but its response is lost.
  next.push({ loseAnswer: true });
  await expect(oss.put('a', bytes)).rejects.toMatchObject({ status: -1 });
  next.push({ delayMs: 60 });
  const asked = performance.now();
  expect(String((await oss.get('a')).content)).toBe('bytes');
  expect(performance.now() - asked).toBeGreaterThanOrEqual(59);
  expect(seen[0]).toBe('PUT /agent-home-test/a');
});

it('throttles its token service on purpose', async () => {
  const next: RequestFault[] = [{ refuse: 'throttled' }, { refuse: 'error' }];
  const emulator = await startTestEmulator({ faults: { sts: () => next.shift() } });
  await expect(assumeRoleByClient(emulator)).rejects.toMatchObject({ code: 'Throttling.Api' });
  await expect(assumeRoleByClient(emulator)).rejects.toMatchObject({ code: 'InternalError' });
  expect((await assumeRoleByClient(emulator)).credentials.accessKeyId).toMatch(/^STS/);
});

it('loses, doubles and holds back events on purpose', async () => {
  const { url, ids } = await countPushes();
  const copies: Record<string, number[]> = { lost: [], doubled: [0, 20], late: [40], plain: [0] };
  const faults: EmulatorFaults = { event: ({ key }) => copies[key] };
  const emulator = await startTestEmulator({ faults, events: { url } });
  const oss = ossClient(emulator);
  for (const key of ['lost', 'doubled', 'late', 'plain']) await oss.put(key, Buffer.from(key));
  await vi.waitFor(() => expect(ids).toHaveLength(4), 5_000);
  // Both copies have the same message id, like a redelivery.
  expect(new Set(ids).size).toBe(3);
});
