import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@agent-home/local-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentHomeProcess } from '../../support/child-process.ts';
import { eventually } from '../../support/eventually.ts';

const cli = fileURLToPath(new URL('../../../apps/cli/bin/agent-home.js', import.meta.url));
let folder: string;
let environment: Record<string, string>;
let home: AgentHomeProcess;

beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/agent-home-test-');
  // PostgreSQL does not run as root: its user needs access.
  await chmod(folder, 0o755);
  environment = {
    AGENT_HOME_DATA: `${folder}/data`,
    AGENT_HOME_PORT: String(await freePort()),
    AGENT_HOME_OSS_PORT: String(await freePort()),
    AGENT_HOME_STS_PORT: String(await freePort()),
    AGENT_HOME_MODEL_PORT: '0',
    // Residents live there because the home was started with them.
    AGENT_HOME_ADMISSION: 'manual',
  };
  home = new AgentHomeProcess(['up'], environment);
  await home.start();
});
afterAll(async () => {
  await home.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the output of a command, which gets SIGTERM once `enough` returns true. */
async function run(commandArguments: string[], enough: (output: string) => boolean = () => false) {
  const child = spawn(process.execPath, [cli, ...commandArguments], {
    env: { ...process.env, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (enough(output)) child.kill('SIGTERM');
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { code, output };
}

const verifiedLines = (output: string) => output.split('\n').filter((line) => line.startsWith('✔')).length;

test('the command line watches and replays a conversation', { timeout: 90_000 }, async () => {
  const watched = await eventually(async () => {
    const result = await run(
      ['topic', 'watch', 'round-table'],
      (output) => verifiedLines(output) >= 3 && /✔ .*(wren|moss|pike): /.test(output),
    );
    expect(result.output).toMatch(/^The round table · turn_queue · manifest certified by ed25519-/);
    return result;
  }, 60_000);
  expect(watched.output).not.toMatch(/^[○✘]/m);

  const replayed = await run(['topic', 'replay', 'round-table']);
  expect(replayed).toMatchObject({ code: 0, output: expect.stringContaining('byte-equal') });
  const missing = await run(['topic', 'replay', 'no-such-topic']);
  expect(missing).toMatchObject({ code: 1, output: expect.stringContaining('[not_found]') });
});

test('a home restarts complete after Ctrl-C and kill -9', { timeout: 120_000 }, async () => {
  const collectEntries = async () => {
    const { code, output } = await run(['topic', 'replay', 'round-table']);
    expect({ code, output }).toMatchObject({ code: 0 });
    return Number(/(\d+) entries/.exec(output)?.[1]);
  };
  const before = await collectEntries();
  await home.interrupt();
  await home.start();
  const afterCtrlC = await collectEntries();
  expect(afterCtrlC).toBeGreaterThanOrEqual(before);
  // kill -9 of the home leaves its PostgreSQL running.
  await home.kill();
  await home.start();
  expect(await collectEntries()).toBeGreaterThanOrEqual(afterCtrlC);
  expect((await run(['up'])).output).toContain('[already_running]');
});

test('a killed database restarts with two log lines', {
  timeout: 90_000,
}, async () => {
  const url = `http://127.0.0.1:${environment.AGENT_HOME_PORT}`;
  const isReady = async () => (await fetch(`${url}/readyz`)).status === 200;
  const [server = ''] = (await readFile(`${folder}/data/postgres/postmaster.pid`, 'utf8')).split('\n');
  const before = home.log.length;
  process.kill(Number(server), 'SIGKILL');
  await eventually(() => expect(home.log).toContain('agent-home: PostgreSQL is running again'), 40_000);
  await eventually(async () => expect(await isReady()).toBe(true), 20_000);
  const said = home.log.slice(before);
  expect(said.match(/^agent-home: PostgreSQL/gm)).toHaveLength(2);
  expect(said).toContain('agent-home: PostgreSQL ended (SIGKILL) and is restarted');
  // Only one line for each distinct cause of the outage, for any number of failures.
  expect(said.length).toBeLessThan(20_000);
});
