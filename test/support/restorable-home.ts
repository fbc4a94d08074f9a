import { rm } from 'node:fs/promises';
import type { OssEmulator } from '@agent-home/oss-emulator';
import { type RestoredHome, storeToken } from '@agent-home/platform';
import type { RootSet } from '@agent-home/protocol';
import type { RunningApi } from '@agent-home/server/api';
import { restoreFrom } from '../../apps/cli/src/home/commands/restore.ts';
import { type OpenPlatform, openPlatform } from '../../apps/cli/src/home/compose/open-platform.ts';
import { startApiProcess, startWorkerProcess } from '../../apps/cli/src/home/compose/start-processes.ts';
import { readSettings } from '../../apps/cli/src/home/configuration/read-settings.ts';
import type { Settings } from '../../apps/cli/src/home/configuration/settings.ts';
import { localEnvironment } from '../../apps/cli/src/home/local/local-emulator.ts';
import type { LocalSecrets } from '../../apps/cli/src/home/local/local-secrets.ts';
import type { LocalPlaces } from '../../apps/cli/src/state/local-places.ts';
import { callAdmin } from './call-admin.ts';
import { emptyDatabase, freshDatabase, type TestDatabase } from './fresh-database.ts';
import { quickSettings } from './quick-settings.ts';
import { layRestorableGround, type RestorableGround } from './restorable-ground.ts';
import type { TestHome } from './start-home.ts';
import type { StoreRequest } from './store-requests.ts';

/** Home whose database can be lost: bucket, keys and address stay, the rest is rebuilt. */
export interface RestorableHome extends TestHome {
  /** Folder for the test's own files. */
  folder: string;
  /** Ends every process. Agents can still use the store within their rights. */
  stop(): Promise<void>;
  /** Drops the database, and restores into an empty one. */
  restore(file: string | undefined): Promise<RestoredHome>;
  dryRun(file: string | undefined): Promise<RestoredHome>;
  start(): Promise<void>;
  /** Creates an admin token, as `agent-home token create` does. */
  giveToken(): Promise<void>;
}

export async function startRestorableHome(): Promise<RestorableHome> {
  const ground = await layRestorableGround();
  const home = new HomeOnGround(ground, await freshDatabase());
  await home.start();
  await home.giveToken();
  return home;
}

/** Home that is rebuilt on the same ground, with one database after the other. */
class HomeOnGround implements RestorableHome {
  readonly folder: string;
  readonly places: LocalPlaces;
  readonly secrets: LocalSecrets;
  readonly emulator: OssEmulator;
  readonly rootSet: RootSet;
  readonly storeRequests: StoreRequest[];
  #database: TestDatabase;
  #running: Running | undefined;

  constructor(ground: RestorableGround, database: TestDatabase) {
    this.folder = ground.folder;
    this.places = ground.places;
    this.secrets = ground.secrets;
    this.emulator = ground.emulator;
    this.rootSet = ground.rootSet;
    this.storeRequests = ground.storeRequests;
    this.#database = database;
  }

  get #now(): Running {
    if (!this.#running) throw new Error('the home does not run');
    return this.#running;
  }

  get url(): string {
    return this.#now.api.url;
  }

  get settings(): Settings {
    return this.#now.settings;
  }

  get open(): OpenPlatform {
    return this.#now.open;
  }

  admin(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    return callAdmin(this.url, this.secrets.adminToken, method, path, body);
  }

  async giveToken(): Promise<void> {
    const token = { role: 'admin', label: 'test' } as const;
    await storeToken(this.open.platform.database, this.secrets.adminToken, 'token_test_admin', token);
  }

  startSecondApi(): Promise<never> {
    return Promise.reject(new Error('one is enough'));
  }

  async stopWorker(): Promise<void> {
    await this.#now.worker?.close();
    this.#now.worker = undefined;
  }

  async startWorker(): Promise<void> {
    this.#now.worker ??= await startWorkerProcess(this.open, this.settings);
  }

  async start(): Promise<void> {
    const settings = this.#settingsOn(this.#database.url);
    const open = await openPlatform(settings, 'test');
    const api = await startApiProcess(open, settings);
    this.#running = { settings, open, api, worker: await startWorkerProcess(open, settings) };
  }

  async stop(): Promise<void> {
    await this.stopWorker();
    await this.#now.api.close();
    await this.#now.open.close();
  }

  async restore(file: string | undefined): Promise<RestoredHome> {
    await this.#database.drop();
    this.#database = await emptyDatabase();
    return restoreFrom(this.#settingsOn(this.#database.url), file, { dryRun: false, progress: () => {} });
  }

  async dryRun(file: string | undefined): Promise<RestoredHome> {
    const scratch = await emptyDatabase();
    const dryRun = () =>
      restoreFrom(this.#settingsOn(scratch.url), file, { dryRun: true, progress: () => {} });
    try {
      const once = await dryRun();
      // The dry run left no data: the second one also needs an empty database.
      await dryRun();
      return once;
    } finally {
      await scratch.drop();
    }
  }

  async close(): Promise<void> {
    await this.stop();
    await this.emulator.close();
    await this.#database.drop();
    await rm(this.folder, { recursive: true, force: true });
  }

  #settingsOn(databaseUrl: string): Settings {
    return readSettings({
      ...localEnvironment(this.places, this.secrets, { databaseUrl, emulator: this.emulator }),
      ...quickSettings,
    });
  }
}

interface Running {
  settings: Settings;
  open: OpenPlatform;
  api: RunningApi;
  worker: Awaited<ReturnType<typeof startWorkerProcess>> | undefined;
}
