import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@agent-home/local-postgres';
import { type OssEmulator, startOssEmulator } from '@agent-home/oss-emulator';
import { loadOrCreateKeys, storeToken } from '@agent-home/platform';
import type { RootSet } from '@agent-home/protocol';
import type { RunningApi } from '@agent-home/server/api';
import { type OpenPlatform, openPlatform } from '../../apps/cli/src/home/compose/open-platform.ts';
import { startApiProcess, startWorkerProcess } from '../../apps/cli/src/home/compose/start-processes.ts';
import { readSettings } from '../../apps/cli/src/home/configuration/read-settings.ts';
import type { Settings } from '../../apps/cli/src/home/configuration/settings.ts';
import { openDataFolder } from '../../apps/cli/src/home/local/data-folder.ts';
import {
  emulatorOptions,
  eventUrl,
  localEnvironment,
  localIssuer,
} from '../../apps/cli/src/home/local/local-emulator.ts';
import { type LocalSecrets, loadOrCreateSecrets } from '../../apps/cli/src/home/local/local-secrets.ts';
import type { LocalPlaces } from '../../apps/cli/src/state/local-places.ts';
import { callAdmin } from './call-admin.ts';
import { freshDatabase } from './fresh-database.ts';
import { memoryFolder } from './memory-folder.ts';
import { quickSettings } from './quick-settings.ts';
import { startApiBeside } from './second-api.ts';
import { settingsThrough } from './settings-through.ts';
import { intoStoreRequests, type StoreRequest } from './store-requests.ts';
import type { TestHomeOptions } from './test-home-options.ts';
import { writeClientPackages } from './write-client-packages.ts';

export interface TestHome {
  url: string;
  rootSet: RootSet;
  places: LocalPlaces;
  secrets: LocalSecrets;
  settings: Settings;
  emulator: OssEmulator;
  open: OpenPlatform;
  /** Every request to the store, oldest first. */
  storeRequests: StoreRequest[];
  /** Calls the admin API and returns its JSON; throws on any error status. */
  admin(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Starts another API process on the same database, for the same host names. */
  startSecondApi(changes?: Partial<Settings>): Promise<RunningApi>;
  stopWorker(): Promise<void>;
  startWorker(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the whole platform in this process on real PostgreSQL, HTTP, OSS and STS, with a separate database. */
export async function startHome(options: TestHomeOptions = {}): Promise<TestHome> {
  const dataDirectory = await mkdtemp(join(memoryFolder, 'agent-home-test-'));
  const database = await freshDatabase();
  const places = {
    dataDirectory,
    apiPort: options.apiPort ?? (await freePort()),
    ossPort: 0,
    stsPort: 0,
    modelPort: 0,
  };
  openDataFolder(dataDirectory);
  const secrets = await loadOrCreateSecrets(dataDirectory);
  const storeRequests: StoreRequest[] = [];
  const { assumeRolePerSecond, faults } = options;
  const emulator = await startOssEmulator({
    ...emulatorOptions(places, secrets),
    ...(assumeRolePerSecond === undefined ? {} : { assumeRolePerSecond }),
    ...(faults ? { faults } : {}),
    log: intoStoreRequests(storeRequests),
  });
  const random = (length: number) => new Uint8Array(randomBytes(length));
  await loadOrCreateKeys(join(dataDirectory, 'keys'), localIssuer, new Date(), random);
  const settings = readSettings({
    ...localEnvironment(places, secrets, { databaseUrl: database.url, emulator }),
    AGENT_HOME_HOLD_ANSWERS: 'on',
    AGENT_HOME_PACKAGES: await writeClientPackages(join(dataDirectory, 'packages')),
    ...quickSettings,
    ...options.environment,
  });
  const open = await openPlatform(
    await settingsThrough(settings, options.between ?? {}),
    'test',
    options.logTo,
  );
  await storeToken(open.platform.database, secrets.adminToken, 'token_test_admin', {
    role: 'admin',
    label: 'test',
  });
  const api = await startApiProcess(open, settings);
  if (options.events !== false) emulator.setEvents({ url: eventUrl(places, secrets) });
  let worker = options.worker === false ? undefined : await startWorkerProcess(open, settings);
  return {
    url: api.url,
    rootSet: open.keys.rootSet,
    places,
    secrets,
    settings,
    emulator,
    open,
    storeRequests,
    admin: (method, path, body) => callAdmin(api.url, secrets.adminToken, method, path, body),
    startSecondApi: (changes) => startApiBeside(settings, changes),
    async stopWorker() {
      await worker?.close();
      worker = undefined;
    },
    async startWorker() {
      worker ??= await startWorkerProcess(open, settings);
    },
    async close() {
      await worker?.close();
      await api.close();
      await open.close();
      await emulator.close();
      await database.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
