import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, startPostgres } from '@agent-home/local-postgres';
import { loadOrCreateKeys } from '@agent-home/platform';
import { type OpenPlatform, openPlatform } from '../../../../apps/cli/src/home/compose/open-platform.ts';
import { readSettings } from '../../../../apps/cli/src/home/configuration/read-settings.ts';
import {
  emulatorOptions,
  eventUrl,
  localEnvironment,
  localIssuer,
} from '../../../../apps/cli/src/home/local/local-emulator.ts';
import { loadOrCreateSecrets } from '../../../../apps/cli/src/home/local/local-secrets.ts';
import { AgentHomeProcess } from '../../../support/child-process.ts';
import { memoryFolder } from '../../../support/memory-folder.ts';
import { countingSettings, DatabaseCounter } from '../costs/database-counter.ts';
import type { Meter } from '../costs/meter.ts';
import { endFork, forkTypeScript } from '../fork-typescript.ts';
import { type BenchAgent, makeAgents, makeTopics } from './bench-agents.ts';
import { type Clients, makeClients } from './bench-clients.ts';
import type { EmulatorReady, StatePut, StoreCounted } from './emulator-process.ts';
import { askCounts, collectMeters } from './home-meters.ts';
import type { MirroringTask } from './mirroring-process.ts';

/** Home as in production: PostgreSQL with its durable defaults; API, worker and store in separate processes. */
export interface BenchHome {
  url: string;
  /** PostgreSQL and the store for a floor, under a separate name. */
  floor: Clients;
  /** This process's own connections to the same database, queue and store, under a name of their own. */
  open: OpenPlatform;
  /** Meter of the api, the worker, PostgreSQL and the store for operations of the home. */
  homeMeter(): Meter;
  /** Meter of one process of a floor, with PostgreSQL and the store. */
  floorMeter(processId: number | undefined): Meter;
  agents: BenchAgent[];
  /** Public freeform topics whose manifests are in the bucket. */
  topicIds: string[];
  /** Calls `heard` for every state that arrives in the bucket, until the returned function is called. */
  onStatePut(heard: (put: StatePut) => void): () => void;
  close(): Promise<void>;
}

export interface BenchHomeOptions {
  short: boolean;
  profiles?: string;
  /** True if residents mirror their runs during all benches. */
  mirroring?: boolean;
  /** Environment of the home's processes. */
  environment?: Record<string, string>;
  /** `name=value` settings of PostgreSQL. */
  postgresSettings?: string[];
}

export async function startBenchHome(options: BenchHomeOptions): Promise<BenchHome> {
  const ground = await startGround(options);
  const { environment, client, floor, emulator, postgres, counter } = ground;
  // Many callers wait for states at once, each with its own listener.
  emulator.child.setMaxListeners(0);
  const open = await openPlatform(
    readSettings({ ...environment, ...client.environment, LOG_LEVEL: 'warn' }),
    'bench',
  );
  const profiling = options.profiles ? ['--cpu-prof', `--cpu-prof-dir=${options.profiles}`] : [];
  const api = new AgentHomeProcess(['api'], environment, profiling);
  const worker = new AgentHomeProcess(['worker'], environment, profiling);
  await Promise.all([api.start(), worker.start()]);
  const { url } = ground;
  const agents = await makeAgents(url, open);
  const mirroring = options.mirroring
    ? await startMirroring(url, open, agents.slice(-mirroringAgents))
    : undefined;
  return {
    url,
    floor: { ...floor, environment: { ...environment, ...floor.environment } },
    ...collectMeters(
      { api: api.processId, worker: worker.processId, store: emulator.child.pid },
      { processId: postgres.pid, counter, roles: [client.role, floor.role] },
      () => askCounts(emulator.child),
    ),
    open,
    agents,
    topicIds: await makeTopics(open, 'topic', options.short ? 40 : 200),
    onStatePut(heard) {
      const hear = (message: StatePut | StoreCounted) => {
        if ('at' in message) heard(message);
      };
      emulator.child.on('message', hear);
      return () => void emulator.child.off('message', hear);
    },
    async close() {
      if (mirroring) await endFork(mirroring.child);
      await Promise.all([api.stop(), worker.stop()]);
      await open.close();
      await ground.close();
    },
  };
}

/** As many as the residents of `npm start`, and more. */
const mirroringAgents = 4;

function startMirroring(url: string, { keys: { rootSet } }: OpenPlatform, agents: readonly BenchAgent[]) {
  const task: MirroringTask = {
    url,
    rootSet,
    agents: agents.map(({ agentId, secretKey }) => ({
      agentId,
      secretKey: Buffer.from(secretKey).toString('hex'),
    })),
  };
  return forkTypeScript(new URL('mirroring-process.ts', import.meta.url), [JSON.stringify(task)]);
}

/**
 * Starts PostgreSQL and the store, both of which record the sender of each request, and returns the environment variables of a home
 * on them.
 */
export async function startGround(options: BenchHomeOptions) {
  const folder = await mkdtemp('/var/tmp/agent-home-bench-');
  // PostgreSQL does not run as root: its user needs access.
  await chmod(folder, 0o755);
  const dataDirectory = await mkdtemp(join(memoryFolder, 'agent-home-bench-'));
  const places = { dataDirectory, apiPort: await freePort(), ossPort: 0, stsPort: 0, modelPort: 0 };
  const secrets = await loadOrCreateSecrets(dataDirectory);
  const postgres = await startPostgres({
    dataDirectory: join(folder, 'postgres'),
    password: secrets.databasePassword,
    settings: [...countingSettings, ...(options.postgresSettings ?? [])],
  });
  await postgres.createDatabase('agent_home');
  const databaseUrl = postgres.url('agent_home');
  const counter = new DatabaseCounter(postgres.url('postgres'), 'agent_home');
  await counter.open();
  const store = emulatorOptions(places, secrets);
  const { client, floor } = await makeClients(databaseUrl, store);
  const emulator = await forkTypeScript<EmulatorReady>(new URL('emulator-process.ts', import.meta.url), [
    JSON.stringify({
      ...store,
      users: [...store.users, client.storeUser, floor.storeUser],
      events: { url: eventUrl(places, secrets) },
    }),
  ]);
  await loadOrCreateKeys(
    join(dataDirectory, 'keys'),
    localIssuer,
    new Date(),
    (length) => new Uint8Array(randomBytes(length)),
  );
  const environment = {
    ...localEnvironment(places, secrets, { databaseUrl, emulator: emulator.ready }),
    AGENT_HOME_REQUESTS_PER_MINUTE: '100000000',
    AGENT_HOME_AGENT_REQUESTS_PER_MINUTE: '100000000',
    // The emulator has no account limits, so that the home is measured, not its rate limit.
    AGENT_HOME_STS_PER_SECOND: '10000',
    AGENT_HOME_FREEFORM_LINES_PER_MINUTE: '6000',
    AGENT_HOME_RUN_RECORDS_PER_MINUTE: '100000000',
    AGENT_HOME_AGENT_RUN_BYTES: '100000000000',
    ...options.environment,
  };
  return {
    url: `http://127.0.0.1:${places.apiPort}`,
    environment,
    client,
    floor,
    emulator,
    postgres,
    counter,
    dataDirectory,
    async close() {
      await counter.close();
      await endFork(emulator.child);
      await postgres.stop();
      for (const used of [folder, dataDirectory]) await rm(used, { recursive: true, force: true });
    },
  };
}
