import { spawn } from 'node:child_process';
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDataFolder } from '../../../apps/cli/src/home/local/data-folder.ts';
import { AgentHomeProcess } from '../../support/child-process.ts';
import { stateEnvironment } from '../../support/state-home.ts';
import { agentHome, serversIn } from '../../support/terminal.ts';
import { becomesFolder, cli, environmentFor, listContents } from './damaged-folders/folders.ts';

let folder: string;

let whole: string;

let copies = 0;

beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/agent-home-test-');
  await chmod(folder, 0o755);
  whole = join(folder, 'whole');
  const home = new AgentHomeProcess(['up', '--no-residents'], await environmentFor(whole));
  await home.start();
  await home.stop();
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the real command on a copy of a damaged home; returns its output and the remaining files. */
async function startDamaged(damage: (data: string) => Promise<unknown>) {
  copies += 1;
  const data = join(folder, `damaged-${copies}`);
  await cp(whole, data, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  openDataFolder(data, { adopt: true });
  await damage(data);
  const before = await listContents(data);
  const environment = await environmentFor(data);
  const child = spawn(process.execPath, [cli, 'up', '--no-residents'], {
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'warn', ...stateEnvironment(), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const hangs = setTimeout(() => child.kill('SIGKILL'), 40_000);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearTimeout(hangs);
  const after = await listContents(data);
  return { data, said, code, before, after, servers: await serversIn(data) };
}

test('up refuses a damaged data folder unchanged', async () => {
  const damages: [file: string, damage: (data: string) => Promise<unknown>][] = [
    ['postgres/PG_VERSION', (data) => rm(join(data, 'postgres/PG_VERSION'))],
    ['postgres/global/pg_control', (data) => rm(join(data, 'postgres/global/pg_control'))],
    ['postgres', (data) => rm(join(data, 'postgres'), { recursive: true })],
    ['secrets.json', (data) => rm(join(data, 'secrets.json'))],
    ['secrets.json', (data) => writeFile(join(data, 'secrets.json'), '{ "databasePassword": ')],
    ['keys/signing-keys.json', (data) => writeFile(join(data, 'keys/signing-keys.json'), 'not JSON')],
    ['keys/root.json', (data) => rm(join(data, 'keys/root.json'))],
    ['keys/root.json', (data) => rm(join(data, 'keys'), { recursive: true })],
    ['keys/signing-keys.json', (data) => rm(join(data, 'keys/signing-keys.json'))],
    ['oss', (data) => rm(join(data, 'oss'), { recursive: true })],
    ['keys/root.json', (data) => writeFile(join(data, 'keys/root.json'), '{}')],
    ['keys/keys.json', (data) => writeFile(join(data, 'keys/keys.json'), '')],
    ['keys/keys.json', (data) => rm(join(data, 'keys/keys.json'))],
  ];
  for (const [file, damage] of damages) {
    const { data, said, code, before, after, servers } = await startDamaged(damage);
    const what = `${file}: ${said}`;
    expect(code, what).toBe(1);
    expect(said.trim().split('\n'), what).toHaveLength(1);
    expect(said, what).toContain(join(data, file));
    expect(said, what).toMatch(/restore a copy of it|put (it|the folder) back/);
    expect(said, what).toMatch(/\[(damaged_data_folder|unreadable_keys)\]$/m);
    expect(servers, what).toEqual([]);
    expect(after, what).toBe(before);
  }
}, 300_000);

test('up refuses foreign or readable key files', async () => {
  const other = join(folder, 'other-keys');
  await agentHome(['keys', 'init'], { env: { AGENT_HOME_KEYS: other, AGENT_HOME_ISSUER: 'other.home' } });
  const swapped = (file: string) => (data: string) => cp(join(other, file), join(data, 'keys', file));
  const damages: [named: string, code: string, damage: (data: string) => Promise<unknown>][] = [
    ['keys/keys.json', 'unreadable_keys', swapped('root.json')],
    ['keys/keys.json', 'unreadable_keys', swapped('keys.json')],
    ['keys/signing-keys.json', 'unreadable_keys', swapped('signing-keys.json')],
    [
      'keys/signing-keys.json',
      'insecure_permissions',
      (data) => chmod(join(data, 'keys/signing-keys.json'), 0o644),
    ],
    [
      'keys/signing-keys.json',
      'unreadable_keys',
      (data) => becomesFolder(join(data, 'keys/signing-keys.json')),
    ],
  ];
  for (const [named, code, damage] of damages) {
    const { data, said, before, after, servers, ...ended } = await startDamaged(damage);
    expect(ended.code, said).toBe(1);
    expect(said.trim().split('\n'), said).toHaveLength(1);
    expect(said).toContain(join(data, named));
    expect(said).toContain(`[${code}]`);
    expect(servers, said).toEqual([]);
    expect(after, said).toBe(before);
  }
}, 200_000);
