import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningApi } from '@agent-home/api';
import { type EmulatorFaults, type OssEmulator, startOssEmulator } from '@agent-home/oss-emulator';
import { loadOrCreateKeys, storeToken } from '@agent-home/platform';
import type { RootSet } from '@agent-home/protocol';
import { freePort } from '@agent-home/testkit';
import { type OpenPlatform, openPlatform } from '../../apps/cli/src/compose/open-platform.ts';
import { startApiOf, startWorkerOf } from '../../apps/cli/src/compose/start-processes.ts';
import { readSettings } from '../../apps/cli/src/configuration/read-settings.ts';
import type { Settings } from '../../apps/cli/src/configuration/settings.ts';
import {
  emulatorOptions,
  eventUrl,
  localEnvironment,
  localIssuer,
} from '../../apps/cli/src/local/local-emulator.ts';
import type { LocalPlaces } from '../../apps/cli/src/local/local-places.ts';
import { type LocalSecrets, loadOrCreateSecrets } from '../../apps/cli/src/local/local-secrets.ts';
import { callAdmin } from './call-admin.ts';
import { freshDatabase } from './fresh-database.ts';
import type { TcpProxy } from './tcp-proxy.ts';

export interface TestHome {
  url: string;
  rootSet: RootSet;
  places: LocalPlaces;
  secrets: LocalSecrets;
  settings: Settings;
  emulator: OssEmulator;
  open: OpenPlatform;
  /** Everything the store was asked, oldest first. */
  storeRequests: StoreRequest[];
  /** Calls the admin API and answers with its JSON; throws on anything but a success. */
  admin(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Another API process on the same database, answering to the same names. */
  startSecondApi(changes?: Partial<Settings>): Promise<RunningApi>;
  stopWorker(): Promise<void>;
  startWorker(): Promise<void>;
  close(): Promise<void>;
}

/** One entry of the emulator's log. */
export interface StoreRequest {
  operation: string;
  key?: string;
  accessKeyId?: string;
  status: number;
}

export interface TestHomeOptions {
  /** For a store that must know where to send its events before it starts. Default: any free one. */
  apiPort?: number;
  environment?: Record<string, string>;
  /** Whether the emulator pushes events. Default true. */
  events?: boolean;
  /** Whether a worker runs from the start. Default true. */
  worker?: boolean;
  /** What the store does wrong. */
  faults?: EmulatorFaults;
  /** Gets every line that the platform's processes log. */
  logTo?: { write(line: string): void };
  /** What the platform reaches PostgreSQL and the store through. Agents reach the store directly. */
  between?: {
    database?: TcpProxy;
    store?: TcpProxy;
    sts?: TcpProxy;
    queue?: TcpProxy;
    /** Answers the endpoint to use instead of the store's own. */
    storeEndpoint?: (endpoint: string) => Promise<string>;
  };
  /** AssumeRole calls the emulator answers a second. */
  assumeRolePerSecond?: number;
}

/** In memory where there is such a place: the emulator syncs every write, and its durability is tested elsewhere. */
const temporaryFolder = existsSync('/dev/shm') ? '/dev/shm' : '/var/tmp';

/** The whole platform in this process on real PostgreSQL, HTTP, OSS and STS, with a database of its own. */
export async function startHome(options: TestHomeOptions = {}): Promise<TestHome> {
  const dataDirectory = await mkdtemp(join(temporaryFolder, 'agent-home-test-'));
  const database = await freshDatabase();
  const places = { dataDirectory, apiPort: options.apiPort ?? (await freePort()), ossPort: 0, stsPort: 0 };
  const secrets = await loadOrCreateSecrets(dataDirectory);
  const storeRequests: StoreRequest[] = [];
  const emulator = await startOssEmulator({
    ...emulatorOptions(places, secrets),
    ...(options.assumeRolePerSecond === undefined
      ? {}
      : { assumeRolePerSecond: options.assumeRolePerSecond }),
    ...(options.faults ? { faults: options.faults } : {}),
    log: (entry) => {
      if (entry.service === 'oss' && 'operation' in entry)
        storeRequests.push(entry as unknown as StoreRequest);
    },
  });
  const random = (length: number) => new Uint8Array(randomBytes(length));
  await loadOrCreateKeys(join(dataDirectory, 'keys'), localIssuer, new Date(), random);
  const settings = readSettings({
    ...localEnvironment(places, secrets, { databaseUrl: database.url, emulator }),
    AGENT_HOME_HOLD_ANSWERS: 'on',
    AGENT_HOME_SWEEP_SECONDS: '0.5',
    AGENT_HOME_SWEEP_FIRST_SECONDS: '1',
    AGENT_HOME_SWEEP_MAX_SECONDS: '2',
    AGENT_HOME_DEADLINE_GRACE_SECONDS: '0.3',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    ...options.environment,
  });
  const open = await openPlatform(await through(settings, options.between ?? {}), 'test', options.logTo);
  await storeToken(open.platform.database, secrets.adminToken, 'token_test_admin', {
    role: 'admin',
    label: 'test',
  });
  const api = await startApiOf(open, settings);
  if (options.events !== false) emulator.setEvents({ url: eventUrl(places, secrets) });
  let worker = options.worker === false ? undefined : await startWorkerOf(open, settings);
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
    async startSecondApi(changes = {}) {
      const port = await freePort();
      const second = await openPlatform(settings, 'test');
      const authorities = [...settings.authorities, `127.0.0.1:${port}`];
      const listen = { host: '127.0.0.1', port };
      const running = await startApiOf(second, { ...settings, authorities, listen, ...changes });
      return {
        ...running,
        async close() {
          await running.close();
          await second.close();
        },
      };
    },
    async stopWorker() {
      await worker?.close();
      worker = undefined;
    },
    async startWorker() {
      worker ??= await startWorkerOf(open, settings);
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

async function through(
  settings: Settings,
  between: NonNullable<TestHomeOptions['between']>,
): Promise<Settings> {
  const database = new URL(settings.databaseUrl);
  const queue = new URL(settings.queueUrl);
  const { endpoint } = settings.store.place;
  const store = new URL((await between.storeEndpoint?.(endpoint)) ?? endpoint);
  between.database?.to(Number(database.port));
  between.store?.to(Number(store.port));
  between.queue?.to(Number(queue.port));
  database.port = String(between.database?.port ?? database.port);
  // The queue is in the database, unless it is a Redis.
  const queuePort = queue.protocol.startsWith('redis') ? queue.port : database.port;
  queue.port = String(between.queue?.port ?? queuePort);
  store.port = String(between.store?.port ?? store.port);
  return {
    ...settings,
    databaseUrl: database.href,
    queueUrl: queue.href,
    store: {
      ...settings.store,
      place: { ...settings.store.place, endpoint: store.origin },
      ...stsThrough(settings, between.sts),
    } as Settings['store'],
  };
}

function stsThrough({ store }: Settings, proxy: TcpProxy | undefined): object {
  if (proxy === undefined || store.kind !== 'aliyun') return {};
  proxy.to(Number(store.sts.endpoint.split(':')[1]));
  return { sts: { ...store.sts, endpoint: `127.0.0.1:${proxy.port}` } };
}
