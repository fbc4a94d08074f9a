import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentHomeProcess } from '../../support/child-process.ts';
import { inTerminal } from '../../support/pseudo-terminal.ts';
import { freePorts, openFolder, serversIn } from '../../support/terminal.ts';

const [green, red, anyColour] = ['\u001b[32m', '\u001b[31m', '\u001b['];
let folder: string;
let other: string;
let home: AgentHomeProcess;

beforeAll(async () => {
  folder = await openFolder();
  other = await openFolder();
  const environment = { ...(await freePorts()), AGENT_HOME_DATA: join(folder, '.agent-home') };
  home = new AgentHomeProcess(['up', '--no-residents'], environment);
  await home.start();
});
afterAll(async () => {
  await home.stop();
  for (const one of [folder, other]) await rm(one, { recursive: true, force: true });
});

test('terminal marks are coloured unless disabled', async () => {
  const watch = ['topic', 'watch', 'commons'];
  const watched = await inTerminal(watch, { cwd: folder, interrupt: 'platform: start' });
  expect(watched.shown).toContain(`${green}✔`);
  expect(watched.code).toBe(0);
  const refused = await inTerminal(['topic', 'replay', 'nowhere'], { cwd: folder });
  expect(refused).toMatchObject({ code: 1, shown: expect.stringContaining(`${red}agent-home:`) });
  for (const env of [{ NO_COLOR: '1' }, { FORCE_COLOR: '0' }]) {
    const plain = await inTerminal(watch, { cwd: folder, env, interrupt: 'platform: start' });
    expect(plain.shown).toContain('✔ #00001');
    expect(plain.shown).not.toContain(anyColour);
  }
}, 180_000);

test('Ctrl-C ends a home at any moment', async () => {
  const data = join(other, '.agent-home');
  const moments = [
    `file:${join(data, 'up.pid')}`,
    `file:${join(data, 'postgres/postmaster.pid')}`,
    'Agent Home is up',
  ];
  for (const interrupt of moments) {
    const ended = await inTerminal(['up', '--no-residents'], {
      cwd: other,
      env: await freePorts(),
      interrupt,
    });
    expect(ended, interrupt).toMatchObject({ code: 0, shown: expect.stringContaining('closing …') });
    expect(await serversIn(data), interrupt).toEqual([]);
    const left = await readdir(data);
    for (const name of ['up.pid', 'running.json']) expect(left, interrupt).not.toContain(name);
  }
}, 240_000);
