import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { openProject } from '../commands/support/agent-project.ts';
import {
  conversationScript,
  ctrlC,
  enter,
  expectNothingLeft,
  lax,
  prompt,
  talk,
} from './support/conversation.ts';

test('Ctrl-C cancels the run and not the session', async () => {
  const project = await openProject(conversationScript, lax);
  const terminal = talk(project);
  await terminal.shows(prompt);
  terminal.type(`wait${enter}`);
  await terminal.shows('… bash sleep 30 running');
  terminal.type(`typed ahead${ctrlC}`);
  await terminal.shows('✘ cancelled [cancelled]');
  await terminal.shows(prompt);
  expect((await project.runs())[0]).toMatchObject({ state: 'cancelled' });
  // Text typed ahead for the cancelled run is discarded.
  terminal.type(`hello${enter}`);
  await terminal.shows('│ Heard: hello');
  await terminal.shows(prompt);
  terminal.type('half a line');
  await terminal.shows('half a line');
  terminal.type(ctrlC);
  await terminal.shows('^C');
  await terminal.shows(prompt);
  terminal.type(`exit${enter}`);
  expect(await terminal.ended).toBe(0);
  expect(await project.runs()).toHaveLength(2);
  await expectNothingLeft(project);
}, 60_000);

test('Ctrl-C during a server start abandons the message', async () => {
  const started = join(await mkdtemp(join(tmpdir(), 'agent-home-server-')), 'started');
  onTestFinished(() => rm(dirname(started), { recursive: true, force: true }));
  // Server that starts and sends nothing.
  const code = `require('fs').writeFileSync(${JSON.stringify(started)}, ''); setInterval(() => {}, 1000)`;
  const mcpServers = { mute: { command: process.execPath, args: ['-e', code] } };
  const project = await openProject(conversationScript, { mcpServers });
  const file = join(project.folder, 'agents/ada.md');
  const agent = await readFile(file, 'utf8');
  await writeFile(file, agent.replace('---\nYou', 'mcp: { servers: [mute] }\n---\nYou'));
  const terminal = talk(project);
  await terminal.shows(prompt);
  terminal.type(`hello${enter}`);
  await eventually(() => readFile(started));
  terminal.type(ctrlC);
  await terminal.shows('cancelled before the run began');
  await terminal.shows(prompt);
  terminal.type(`context${enter}`);
  await terminal.shows('no messages in this session yet');
  await terminal.shows(prompt);
  terminal.type(`exit${enter}`);
  expect(await terminal.ended).toBe(0);
  expect(await project.runs()).toEqual([]);
  await expectNothingLeft(project);
}, 60_000);

test('Ctrl-C at an empty prompt ends the session', async () => {
  const project = await openProject(conversationScript, lax);
  const idle = talk(project);
  await idle.shows(prompt);
  idle.type(ctrlC);
  expect(await idle.ended).toBe(0);
  const going = talk(project);
  await going.shows(prompt);
  going.type(`wait${enter}`);
  await going.shows('… bash sleep 30 running');
  going.type(ctrlC + ctrlC);
  await going.shows('✘ cancelled [cancelled]');
  expect(await going.ended).toBe(0);
  expect((await project.runs()).map(({ state }) => state)).toEqual(['cancelled']);
  await expectNothingLeft(project);
}, 60_000);

test('a closed terminal leaves nothing behind', async () => {
  const project = await openProject(conversationScript, lax);
  const terminal = talk(project);
  await terminal.shows(prompt);
  terminal.type(`wait${enter}`);
  await terminal.shows('… bash sleep 30 running');
  terminal.close();
  await terminal.ended;
  await expectNothingLeft(project);
  expect((await project.runs()).map(({ state }) => state)).toEqual(['cancelled']);
}, 60_000);
