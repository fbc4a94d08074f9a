import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ObjectStore } from '@agent-home/object-store';
import { storeToken } from '@agent-home/platform';
import { connectDatabase, type DatabaseConnection } from '@agent-home/platform/database';
import type { RootSet } from '@agent-home/protocol';
import { openHomeStore } from '../../apps/cli/src/home/compose/open-store.ts';
import { readSettings } from '../../apps/cli/src/home/configuration/read-settings.ts';
import { localEnvironment } from '../../apps/cli/src/home/local/local-emulator.ts';
import { AgentHomeProcess } from './child-process.ts';
import { emulatorAt, type Ground, layGround } from './killable-ground.ts';
import { type Killable, KillablePostgres } from './killable-postgres.ts';

/** Store and, if it is not the database, queue: the parts that differ between stacks. */
export interface StoreAndQueue {
  parts: Record<string, Killable>;
  /** Variables that override those of a home on the emulator. */
  environment: Record<string, string>;
}

/** Options of a home under test that differ from the defaults. */
interface Extras {
  /** Program of api and workers, if it is not the repository's command. */
  program?: string;
  /** `name=value` settings of PostgreSQL. */
  postgresSettings?: string[];
  /** Names of workers in addition to the default one. */
  moreWorkers?: string[];
  /** Arguments of Node.js itself, for api and workers. */
  nodeArguments?: string[];
}

export interface KillableHome {
  url: string;
  folder: string;
  environment: Record<string, string>;
  rootSet: RootSet;
  adminToken: string;
  connection: DatabaseConnection;
  store: ObjectStore;
  parts: Record<string, Killable>;
  /** Unrequested exits of this project's processes. */
  unexpectedExits(): string[];
  close(): Promise<void>;
}

const quick = {
  AGENT_HOME_SWEEP_SECONDS: '0.5',
  AGENT_HOME_SWEEP_FIRST_SECONDS: '1',
  AGENT_HOME_SWEEP_MAX_SECONDS: '2',
  AGENT_HOME_DEADLINE_GRACE_SECONDS: '1',
};

/** Starts a home with a separate process for every part. */
export async function startKillableHome(
  surround: (ground: Ground) => Promise<StoreAndQueue>,
  { program, postgresSettings = [], moreWorkers = [], nodeArguments = [] }: Extras = {},
): Promise<KillableHome> {
  const { ground, rootSet } = await layGround();
  const { folder, places, secrets } = ground;
  const postgres = await KillablePostgres.start({
    dataDirectory: join(folder, 'postgres'),
    password: secrets.databasePassword,
    settings: postgresSettings,
  });
  const surroundings = await surround(ground);
  const environment = {
    ...localEnvironment(places, secrets, { databaseUrl: postgres.url, emulator: emulatorAt(places) }),
    ...quick,
    ...surroundings.environment,
  };
  const getProcess = (command: string) =>
    new AgentHomeProcess([command], environment, nodeArguments, program);
  const own: Record<string, AgentHomeProcess> = { api: getProcess('api'), worker: getProcess('worker') };
  for (const name of moreWorkers) own[name] = getProcess('worker');
  const stopAll = async () => {
    await Promise.all(Object.values(own).map((one) => one.stop()));
    await Promise.all([...Object.values(surroundings.parts), postgres].map((one) => one.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  const started = await Promise.allSettled(Object.values(own).map((one) => one.start()));
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    await stopAll();
    throw failed.reason;
  }
  const connection = connectDatabase(postgres.url, { maxConnections: 3 });
  await storeToken(connection.database, secrets.adminToken, 'token_test', { role: 'admin', label: 'test' });
  const settings = readSettings(environment);
  return {
    url: `http://127.0.0.1:${places.apiPort}`,
    folder,
    environment,
    rootSet,
    adminToken: secrets.adminToken,
    connection,
    store: openHomeStore(settings.store, settings.platformKey).store,
    parts: { ...surroundings.parts, postgres, ...own },
    unexpectedExits: () => Object.values(own).flatMap((one) => one.unexpectedExits),
    async close() {
      await connection.close();
      await stopAll();
    },
  };
}

/** Kills one part, lets the others run without it for a moment, and restarts it. */
export async function killOne(home: KillableHome, random: () => number): Promise<void> {
  const parts = Object.values(home.parts);
  const victim = parts[Math.floor(random() * parts.length)];
  await victim?.kill();
  await delay(random() * 300);
  await victim?.start();
}
