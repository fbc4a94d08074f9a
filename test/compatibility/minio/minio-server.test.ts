import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createS3ObjectStore } from '@agent-home/object-store';
import { afterEach, expect, it } from 'vitest';
import { startMinio } from '../../../infra/minio/start-minio.ts';
import { eventually } from '../../support/eventually.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const createStore = (minio: Awaited<ReturnType<typeof startMinio>>) =>
  createS3ObjectStore({ ...minio, credentials: minio.platform });

/** Starts a server that records the events that MinIO posts. */
async function receiver() {
  const events: { authorization: string | undefined; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    // MinIO also probes the endpoint without a body.
    if (text !== '') events.push({ authorization: request.headers.authorization, body: JSON.parse(text) });
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { events, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/events/s3` };
}

it('posts an event for every put and delete, also after a crash', async () => {
  const { events, url } = await receiver();
  const minio = await startMinio({ webhook: { url, token: 'event-token' } });
  closing.push(minio.stop);
  const store = createStore(minio);
  await store.put('topics/t1/a b+ü', Uint8Array.of(1));
  await store.delete('topics/t1/a b+ü');
  const seen = () => events.map(({ body }) => (body as { EventName: string }).EventName);
  await eventually(() => expect(seen()).toEqual(['s3:ObjectCreated:Put', 's3:ObjectRemoved:Delete']));
  expect(events[0]).toMatchObject({
    authorization: 'Bearer event-token',
    body: {
      Key: 'agent-home/topics/t1/a b+ü',
      Records: [
        { s3: { bucket: { name: 'agent-home' }, object: { key: 'topics%2Ft1%2Fa+b%2B%C3%BC', size: 1 } } },
      ],
    },
  });
  await minio.kill();
  await minio.restart();
  await store.put('topics/t1/after', Uint8Array.of(1));
  await eventually(() => expect(seen()).toHaveLength(3));
});

it('starts although its event receiver is away', async () => {
  const minio = await startMinio({ webhook: { url: 'http://127.0.0.1:9/nobody', token: 'event-token' } });
  closing.push(minio.stop);
  await createStore(minio).put('a', Uint8Array.of(1));
});

it('keeps its data, users and rules after kill -9 and a restart', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'minio-data-'));
  closing.push(() => rm(dataDirectory, { recursive: true }));
  const lifecycle = [{ id: 'home-heartbeats', prefix: 'agents/heartbeats/', days: 1 }];
  const first = await startMinio({ dataDirectory, lifecycle });
  closing.push(first.stop);
  await createStore(first).put('a', Uint8Array.of(1, 2));
  await first.kill();
  await first.restart();
  expect((await createStore(first).head('a')).size).toBe(2);
  await first.kill();

  const { root, platform } = first;
  const second = await startMinio({ dataDirectory, root, platform, lifecycle });
  closing.push(second.stop);
  expect((await createStore(second).head('a')).size).toBe(2);
  expect(await createStore(second).getLifecycle()).toEqual(lifecycle);
});
