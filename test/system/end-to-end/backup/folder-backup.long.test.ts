import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentHome, join as joinHome } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callAdmin } from '../../../support/call-admin.ts';
import { AgentHomeProcess } from '../../../support/child-process.ts';
import { agentHome, expectOneLine, freePorts, openFolder } from '../../../support/terminal.ts';

let folder: string;
let ports: Record<string, string>;
const homes: AgentHomeProcess[] = [];

beforeAll(async () => {
  folder = await openFolder();
  ports = await freePorts();
});
afterAll(async () => {
  await Promise.all(homes.map((home) => home.stop()));
  await rm(folder, { recursive: true, force: true });
});

const url = () => `http://127.0.0.1:${ports.AGENT_HOME_PORT}`;
const data = (name: string) => ({ AGENT_HOME_DATA: join(folder, name) });
const terminal = (words: string[], env: Record<string, string> = {}) =>
  agentHome(words, { cwd: folder, env });

async function startHome(name: string): Promise<AgentHomeProcess> {
  const home = new AgentHomeProcess(['up', '--no-residents'], { ...ports, ...data(name) });
  homes.push(home);
  await home.start();
  return home;
}

async function speak(name: string, text: string): Promise<string> {
  const rootSet = JSON.parse(await readFile(join(folder, name, 'keys/root.json'), 'utf8'));
  const card = {
    name: 'Ada',
    personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 },
  };
  const home: AgentHome = await joinHome({ url: url(), rootSet, folder: join(folder, 'ada'), card });
  try {
    const topic = await home.enterTopic('commons');
    await topic.say(text);
    return String(home.agentId);
  } finally {
    await home.close();
  }
}

async function asAdmin(name: string, path: string) {
  const { adminToken } = JSON.parse(await readFile(join(folder, name, 'secrets.json'), 'utf8'));
  return callAdmin(url(), adminToken, 'GET', path, undefined);
}

test('one command restores a home of npm start', { timeout: 180_000 }, async () => {
  const first = await startHome('before');
  const agentId = await speak('before', 'This is in the backup.');
  const agents = await asAdmin('before', '/v1/admin/agents');
  const saved = await terminal(['backup', 'home.backup'], data('before'));
  expect(saved.code, saved.stderr).toBe(0);
  expect(saved.stdout).toContain('agent-home restore home.backup --into NEW_FOLDER');
  expect((await stat(join(folder, 'home.backup'))).mode & 0o777).toBe(0o600);
  expect((await readdir(join(folder, 'before'))).filter((name) => name.startsWith('backup'))).toEqual([]);
  await first.stop();

  const restored = await terminal(['restore', 'home.backup', '--into', 'after']);
  expect(restored.code, restored.stderr).toBe(0);
  expect(restored.stdout).toContain(`AGENT_HOME_DATA=${join(folder, 'after')} npm start`);
  for (const file of ['keys/root.json', 'keys/signing-keys.json', 'secrets.json'])
    expect(await readFile(join(folder, 'after', file))).toEqual(await readFile(join(folder, 'before', file)));
  const second = await startHome('after');
  expect(await asAdmin('after', '/v1/admin/agents')).toEqual(agents);
  // The same agent, with its trust memory, refuses nothing.
  expect(await speak('after', 'This is after the restore.')).toBe(agentId);
  const replayed = await terminal(['topic', 'replay', 'commons'], data('after'));
  expect([replayed.code, replayed.stdout]).toEqual([0, expect.stringContaining('byte-equal')]);
  await second.stop();

  const rootBefore = await readFile(join(folder, 'after/keys/root.json'));
  for (const taken of ['after', 'before', '.'])
    expectOneLine(
      await terminal(['restore', 'home.backup', '--into', taken]),
      /is not empty: pass a new folder.*\[folder_not_empty\]$/m,
    );
  expect(await readFile(join(folder, 'after/keys/root.json'))).toEqual(rootBefore);
  expectOneLine(
    await terminal(['restore', 'home.backup']),
    /agent-home restore home\.backup --into NEW_FOLDER \[no_database_named\]$/m,
  );
  // State left by a killed restore.
  await mkdir(join(folder, 'half'), { mode: 0o755 });
  await writeFile(join(folder, 'half/restore.unfinished'), '');
  await writeFile(join(folder, 'half/database.backup'), 'the beginning');
  for (const words of [
    ['up', '--no-residents'],
    ['up', '--no-residents', '--adopt'],
  ])
    expectOneLine(await terminal(words, { ...ports, ...data('half') }), /--into .*\[restore_unfinished\]$/m);
  const again = await terminal(['restore', 'home.backup', '--into', 'half']);
  expect(again.code, again.stderr).toBe(0);
  await rm(join(folder, 'before/secrets.json'));
  const damaged = await terminal(['up', '--no-residents'], { ...ports, ...data('before') });
  expectOneLine(damaged, /agent-home restore FILE --into NEW_FOLDER \[damaged_data_folder\]$/m);
});
