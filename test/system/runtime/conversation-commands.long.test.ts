import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { openTerminal } from '../../support/open-terminal.ts';
import { inTerminal } from '../../support/pseudo-terminal.ts';
import { openProject } from '../commands/support/agent-project.ts';
import { conversationScript, enter, expectNothingLeft, prompt, talk } from './support/conversation.ts';

test('commands and completion work at a terminal', async () => {
  const project = await openProject(conversationScript);
  const { folder } = project;
  const terminal = talk(project);
  await terminal.shows(/messages before; type \/help/);
  await terminal.shows(prompt);
  for (const message of ['one', 'two']) {
    terminal.type(`${message}${enter}`);
    await terminal.shows(`│ Heard: ${message}`);
    await terminal.shows(prompt);
  }
  terminal.type('/und');
  await terminal.shows('/und');
  terminal.type('\t');
  await terminal.shows('o');
  terminal.type(enter);
  await terminal.shows('"two" with its answer is forgotten; 2 messages remain');
  await terminal.shows(prompt);
  terminal.type(`/udno${enter}`);
  await terminal.shows('did you mean /undo? [unknown_command]');
  await terminal.shows(prompt);
  terminal.type(`/export notes.md${enter}`);
  await terminal.shows('written to ');
  await terminal.shows(prompt);
  terminal.type(`/exit${enter}`);
  expect(await terminal.ended).toBe(0);
  const exported = await readFile(join(folder, 'notes.md'), 'utf8');
  expect(exported).toContain('> Heard: one');
  expect(exported).not.toContain('two');
  expect(await readdir(folder)).toContain('notes.md');
  await expectNothingLeft(project);
}, 60_000);

test('an interrupted run is reported and resumed', async () => {
  const project = await openProject(conversationScript);
  const { folder, home, start, runs, emulator } = project;
  const killed = start('agents', 'run', 'ada', '-p', 'slowly');
  await eventually(() => expect(emulator.journal()).toHaveLength(1));
  killed.child.kill('SIGKILL');
  await killed.ended;
  const [interrupted] = await runs();
  const again = openTerminal(['agents', 'run', 'ada', '-p', 'hello'], { cwd: folder, env: { HOME: home } });
  await again.shows(`to continue it: agent-home runs resume ${interrupted?.run_id}`);
  await again.shows('Heard: hello');
  expect(await again.ended).toBe(0);
  const terminal = talk(project);
  await terminal.shows('1 run of this session was interrupted: type /resume');
  await terminal.shows(prompt);
  terminal.type(`/resume${enter}`);
  await terminal.shows('seven ‹U+202E› eight');
  await terminal.shows(prompt);
  terminal.type(`/resume${enter}`);
  await terminal.shows('no run of this session was interrupted');
  await terminal.shows(prompt);
  terminal.type(`/exit${enter}`);
  expect(await terminal.ended).toBe(0);
  expect((await runs()).map(({ state }) => state)).toEqual(['answered', 'answered']);
  await expectNothingLeft(project);
}, 60_000);

test('answers are rendered at a terminal and nowhere else', async () => {
  const text = '# Title\\n- a **bold** \\e[31m item that is longer than a narrow terminal is wide\\n';
  const project = await openProject(`rules:\n  - answer: { text: "${text}", chunk: 3 }\n`);
  const { folder, home, run } = project;
  const shown = async (env: Record<string, string> = {}) =>
    (await inTerminal(['agents', 'run', 'ada', '-p', 'hello'], { cwd: folder, env: { HOME: home, ...env } }))
      .shown;
  const rendered = await shown({ COLUMNS: '40' });
  expect(rendered).toContain('\u001b[1mTitle\u001b[22m');
  expect(rendered).toContain('• a \u001b[1mbold\u001b[22m ‹U+001B›[31m item');
  expect(stripVTControlCharacters(rendered)).not.toContain('**');
  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
    const plain = await shown(env);
    expect([env, plain]).toEqual([env, expect.stringContaining('- a **bold** ‹U+001B›[31m item')]);
    expect(plain).toContain('# Title');
    expect(plain).not.toContain('\u001b[1mbold');
  }
  const piped = await run('agents', 'run', 'ada', '-p', 'hello');
  expect(piped.stdout).toMatch(/^# Title\n- a \*\*bold\*\* ‹U\+001B›\[31m item/);
}, 60_000);
