import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startOssEmulator } from '@agent-home/oss-emulator';
import { loadOrCreateKeys, type RestoredHome, storeToken } from '@agent-home/platform';
import { freePort } from '@agent-home/testkit';
import { restoreFrom } from '../../apps/cli/src/commands/restore.ts';
import { openPlatform } from '../../apps/cli/src/compose/open-platform.ts';
import { startApiOf, startWorkerOf } from '../../apps/cli/src/compose/start-processes.ts';
import { readSettings } from '../../apps/cli/src/configuration/read-settings.ts';
import {
  emulatorOptions,
  eventUrl,
  localEnvironment,
  localIssuer,
} from '../../apps/cli/src/local/local-emulator.ts';
import { loadOrCreateSecrets } from '../../apps/cli/src/local/local-secrets.ts';
import { callAdmin } from './call-admin.ts';
import { emptyDatabase, freshDatabase, type TestDatabase } from './fresh-database.ts';
import type { StoreRequest, TestHome } from './start-home.ts';

/** A home whose database can be lost: bucket, keys and address stay, everything else is built again. */
export interface RestorableHome extends TestHome {
  /** Where files of the test's own may lie. */
  folder: string;
  /** Ends every process. What agents may do at the store they can do on. */
  stop(): Promise<void>;
  /** Drops the database, and restores into an empty one. */
  restore(file: string | undefined): Promise<RestoredHome>;
  dryRun(file: string | undefined): Promise<RestoredHome>;
  start(): Promise<void>;
  /** An admin token as `agent-home token create` makes one. */
  giveToken(): Promise<void>;
}

const temporaryFolder = existsSync('/dev/shm') ? '/dev/shm' : '/var/tmp';

export async function startRestorableHome(): Promise<RestorableHome> {
  const folder = await mkdtemp(join(temporaryFolder, 'agent-home-restore-'));
  const places = { dataDirectory: folder, apiPort: await freePort(), ossPort: 0, stsPort: 0 };
  const secrets = await loadOrCreateSecrets(folder);
  const storeRequests: StoreRequest[] = [];
  const emulator = await startOssEmulator({
    ...emulatorOptions(places, secrets),
    log: (entry) => {
      if (entry.service === 'oss' && 'operation' in entry)
        storeRequests.push(entry as unknown as StoreRequest);
    },
  });
  const random = (length: number) => new Uint8Array(randomBytes(length));
  const keys = await loadOrCreateKeys(join(folder, 'keys'), localIssuer, new Date(), random);
  emulator.setEvents({ url: eventUrl(places, secrets) });
  let database: TestDatabase = await freshDatabase();
  const settingsFor = (databaseUrl: string) =>
    readSettings({
      ...localEnvironment(places, secrets, { databaseUrl, emulator }),
      AGENT_HOME_SWEEP_SECONDS: '0.5',
      AGENT_HOME_SWEEP_FIRST_SECONDS: '1',
      AGENT_HOME_SWEEP_MAX_SECONDS: '2',
      AGENT_HOME_DEADLINE_GRACE_SECONDS: '0.3',
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    });
  const runningOn = async (databaseUrl: string) => {
    const settings = settingsFor(databaseUrl);
    const open = await openPlatform(settings, 'test');
    const api = await startApiOf(open, settings);
    return { settings, open, api, worker: (await startWorkerOf(open, settings)) as Worker };
  };
  let running = await runningOn(database.url);
  const url = running.api.url;
  const quiet = { progress: () => {} };
  const home: RestorableHome = {
    url,
    folder,
    rootSet: keys.rootSet,
    places,
    secrets,
    emulator,
    storeRequests,
    get settings() {
      return running.settings;
    },
    get open() {
      return running.open;
    },
    admin: (method, path, body) => callAdmin(url, secrets.adminToken, method, path, body),
    giveToken: () =>
      storeToken(running.open.platform.database, secrets.adminToken, 'token_test_admin', {
        role: 'admin',
        label: 'test',
      }),
    startSecondApi: () => Promise.reject(new Error('one is enough')),
    async stopWorker() {
      await running.worker?.close();
      running.worker = undefined;
    },
    async startWorker() {
      running.worker ??= await startWorkerOf(running.open, running.settings);
    },
    async stop() {
      await home.stopWorker();
      await running.api.close();
      await running.open.close();
    },
    async restore(file) {
      await database.drop();
      database = await emptyDatabase();
      return restoreFrom(settingsFor(database.url), file, { dryRun: false, ...quiet });
    },
    async dryRun(file) {
      const scratch = await emptyDatabase();
      try {
        const once = await restoreFrom(settingsFor(scratch.url), file, { dryRun: true, ...quiet });
        // It left nothing behind: an empty database is asked for again.
        await restoreFrom(settingsFor(scratch.url), file, { dryRun: true, ...quiet });
        return once;
      } finally {
        await scratch.drop();
      }
    },
    async start() {
      running = await runningOn(database.url);
    },
    async close() {
      await home.stop();
      await emulator.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await home.giveToken();
  return home;
}

type Worker = Awaited<ReturnType<typeof startWorkerOf>> | undefined;
