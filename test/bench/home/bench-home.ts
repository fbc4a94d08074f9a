import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadOrCreateKeys } from '@agent-home/platform';
import { freePort, startPostgres } from '@agent-home/testkit';
import { type OpenPlatform, openPlatform } from '../../../apps/cli/src/compose/open-platform.ts';
import { readSettings } from '../../../apps/cli/src/configuration/read-settings.ts';
import {
  emulatorOptions,
  eventUrl,
  localEnvironment,
  localIssuer,
} from '../../../apps/cli/src/local/local-emulator.ts';
import { loadOrCreateSecrets } from '../../../apps/cli/src/local/local-secrets.ts';
import { AgentHomeProcess } from '../../support/child-process.ts';
import { endFork, forkTypeScript } from '../fork-typescript.ts';
import { type BenchAgent, makeAgents, makeTopics } from './bench-agents.ts';
import type { EmulatorReady, StatePut } from './emulator-process.ts';

/** A home as it is run for real: PostgreSQL with its durable defaults, api, worker and store a process each. */
export interface BenchHome {
  url: string;
  databaseUrl: string;
  /** This process's own connections to the same database, queue and store. */
  open: OpenPlatform;
  agents: BenchAgent[];
  /** Public freeform topics whose manifests are in the bucket. */
  topicIds: string[];
  /** Calls `heard` for every state that arrives in the bucket, until the answer is called. */
  onStatePut(heard: (put: StatePut) => void): () => void;
  close(): Promise<void>;
}

/** The emulator syncs every write and stands for a store whose disks are not ours to measure. */
const storeFolder = existsSync('/dev/shm') ? '/dev/shm' : '/var/tmp';

export async function startBenchHome(options: { short: boolean; profiles?: string }): Promise<BenchHome> {
  const folder = await mkdtemp('/var/tmp/agent-home-bench-');
  // As root PostgreSQL runs as somebody else, who has to get in.
  await chmod(folder, 0o755);
  const dataDirectory = await mkdtemp(join(storeFolder, 'agent-home-bench-'));
  const places = { dataDirectory, apiPort: await freePort(), ossPort: 0, stsPort: 0, modelPort: 0 };
  const secrets = await loadOrCreateSecrets(dataDirectory);
  const postgres = await startPostgres({
    dataDirectory: join(folder, 'postgres'),
    password: secrets.databasePassword,
  });
  await postgres.createDatabase('agent_home');
  const databaseUrl = postgres.url('agent_home');
  const emulator = await forkTypeScript<EmulatorReady>(new URL('emulator-process.ts', import.meta.url), [
    JSON.stringify({ ...emulatorOptions(places, secrets), events: { url: eventUrl(places, secrets) } }),
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
    // The emulator is nobody's account: what is measured is the home, not its restraint.
    AGENT_HOME_STS_PER_SECOND: '10000',
  };
  const open = await openPlatform(readSettings({ ...environment, LOG_LEVEL: 'warn' }), 'bench');
  const profiling = options.profiles ? ['--cpu-prof', `--cpu-prof-dir=${options.profiles}`] : [];
  const api = new AgentHomeProcess(['api'], environment, profiling);
  const worker = new AgentHomeProcess(['worker'], environment, profiling);
  await Promise.all([api.start(), worker.start()]);
  const url = `http://127.0.0.1:${places.apiPort}`;
  return {
    url,
    databaseUrl,
    open,
    agents: await makeAgents(url, open),
    topicIds: await makeTopics(open, 'topic', options.short ? 40 : 200),
    onStatePut(heard) {
      emulator.child.on('message', heard);
      return () => void emulator.child.off('message', heard);
    },
    async close() {
      await Promise.all([api.stop(), worker.stop()]);
      await open.close();
      await endFork(emulator.child);
      await postgres.stop();
      for (const used of [folder, dataDirectory]) await rm(used, { recursive: true, force: true });
    },
  };
}
