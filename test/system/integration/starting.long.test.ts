import { createServer } from 'node:net';
import { freePort } from '@agent-home/local-postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorkerProcess } from '../../../apps/cli/src/home/compose/start-processes.ts';
import { localEnvironment } from '../../../apps/cli/src/home/local/local-emulator.ts';
import { AgentHomeProcess } from '../../support/child-process.ts';
import { published } from '../../support/ledger.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome({ worker: false });
});
afterAll(() => home?.close());

describe('processes that start', () => {
  test('several workers begin a new home at the same moment', async () => {
    const workers = await Promise.all(
      Array.from({ length: 4 }, () => startWorkerProcess(home.open, home.settings)),
    );
    await published(home);
    await Promise.all(workers.map((worker) => worker.close()));
  });

  test('a process that cannot start ends', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const { databaseUrl } = home.settings;
    const places = { ...home.places, apiPort: port };
    const environment = localEnvironment(places, home.secrets, { databaseUrl, emulator: home.emulator });
    const api = new AgentHomeProcess(['api'], environment);
    await expect(api.start()).rejects.toThrow(/api ended \(1\)[\s\S]*EADDRINUSE/);
    await new Promise((resolve) => taken.close(resolve));
  });

  test('a failed start ends even without its queue', { timeout: 90_000 }, async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const { databaseUrl } = home.settings;
    const environment = {
      ...localEnvironment({ ...home.places, apiPort: port }, home.secrets, {
        databaseUrl,
        emulator: home.emulator,
      }),
      // A port without a listener: the queue's client retries for as long as its process lives.
      QUEUE_URL: `redis://127.0.0.1:${await freePort()}`,
    };
    const api = new AgentHomeProcess(['api'], environment);
    try {
      await expect(api.start()).rejects.toThrow(/api ended \(1\)[\s\S]*EADDRINUSE/);
    } finally {
      await api.kill();
      await new Promise((resolve) => taken.close(resolve));
    }
  });
});
