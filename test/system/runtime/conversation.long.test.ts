import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProject } from '../commands/support/agent-project.ts';
import {
  conversationScript,
  ctrlC,
  ctrlD,
  enter,
  expectNothingLeft,
  prompt,
  strict,
  talk,
} from './support/conversation.ts';

test('interactive agents remember only their own runs', async () => {
  const project = await openProject(conversationScript);
  const { folder, run, emulator } = project;
  const agent = await readFile(join(folder, 'agents/ada.md'), 'utf8');
  await writeFile(join(folder, 'agents/everyday.md'), agent.replace('name: ada', 'name: everyday'));
  await run('agents', 'run', 'everyday', '-p', 'I work on the marker-everyday.');
  await run('agents', 'run', 'ada', '-p', 'Look at the marker-ada.');
  await run('agents', 'run', 'everyday', '-p', 'What do I work on?');
  const asked = () => JSON.stringify(emulator.journal().at(-1)?.messages);
  expect(asked()).toContain('marker-everyday');
  expect(asked()).not.toContain('marker-ada');
  const terminal = talk(project);
  await terminal.shows(/session terminal-[0-9a-f]+, 2 messages before/);
  await terminal.shows(prompt);
  terminal.type(`And what did I ask you?${enter}`);
  await terminal.shows('│ Heard: And what did I ask you?');
  expect(asked()).toContain('marker-ada');
  expect(asked()).not.toContain('marker-everyday');
  await terminal.shows(prompt);
  terminal.type(`context${enter}`);
  const told = await terminal.shows(prompt);
  expect(told).toMatch(/user: Look at the marker-ada\.\nassistant: Heard: .*\nuser: And what/);
  terminal.type(`exit${enter}`);
  expect(await terminal.ended).toBe(0);
  await expectNothingLeft(project);
}, 60_000);

test('a conversation streams answers, commands and multi-line messages', async () => {
  const project = await openProject(conversationScript);
  await writeFile(join(project.folder, 'note.txt'), 'a note');
  const terminal = talk(project, '--trace');
  await terminal.shows(prompt);
  terminal.type(`slowly${enter}`);
  await terminal.shows('│ one');
  // The rest has not been printed yet.
  expect(terminal.shown()).not.toContain('eight');
  await terminal.shows('seven ‹U+202E› eight');
  await terminal.shows('trace llm small');
  await terminal.shows(prompt);
  expect(terminal.shown()).not.toContain('\u202e');
  terminal.type(`first\\${enter}`);
  await terminal.shows('… ');
  terminal.type(`second${enter}`);
  await terminal.shows('│ Heard: first second');
  await terminal.shows(prompt);
  terminal.type(`//exit${enter}`);
  await terminal.shows('│ Heard: exit');
  await terminal.shows(prompt);
  terminal.type(`read${enter}`);
  await terminal.shows(/✔ read_file .*allowed/);
  await terminal.shows('trace tool read_file');
  await terminal.shows('│ It says so.');
  await terminal.shows(prompt);
  terminal.type(`trace${enter}`);
  expect(await terminal.shows(prompt)).toMatch(/trace llm [\s\S]*trace tool read_file[\s\S]*trace llm /);
  terminal.type(`help${enter}`);
  expect(await terminal.shows(prompt)).toMatch(/context[\s\S]*trace[\s\S]*approve[\s\S]*exit/);
  // The arrow key brings the last lines back.
  terminal.type(`\u001b[A\u001b[A\u001b[A${enter}`);
  await terminal.shows('│ It says so.');
  await terminal.shows(prompt);
  terminal.type(ctrlD);
  expect(await terminal.ended).toBe(0);
  await expectNothingLeft(project);
}, 60_000);

test('an approval in the conversation shows every character', async () => {
  const project = await openProject(conversationScript, strict);
  const { folder } = project;
  const terminal = talk(project);
  await terminal.shows(prompt);
  // Typed ahead: a whole answer, and half of another.
  terminal.type(`write${enter}yes${enter}ye`);
  const asked = await terminal.shows('leave it waiting: ');
  expect(asked).toContain('"path": "a\\u202eb.txt"');
  expect(asked).not.toContain('\u202e');
  expect(await readdir(folder)).not.toContain('a\u202eb.txt');
  // Text typed ahead is not part of the reply.
  terminal.type(`s it is odd${enter}`);
  await terminal.shows('s is not yes and counts as no');
  await terminal.shows(/✘ write_file a‹U\+202E›b\.txt {2}not approved \(low\) \[approval_denied\]/);
  await terminal.shows(prompt);
  // It is not sent to the agent afterwards either.
  terminal.type(`trace${enter}`);
  expect(await terminal.shows(prompt)).toContain('prompt   write');
  terminal.type(`write${enter}`);
  await terminal.shows('leave it waiting: ');
  // Any input except yes means no, even a near miss.
  terminal.type(`yse of course${enter}`);
  await terminal.shows('yse is not yes and counts as no');
  await terminal.shows('not approved (low) [approval_denied]');
  await terminal.shows(prompt);
  expect(await readdir(folder)).not.toContain('a\u202eb.txt');
  terminal.type(`write${enter}`);
  await terminal.shows('leave it waiting: ');
  terminal.type(`yes${enter}`);
  await terminal.shows('│ It is written');
  expect(await readFile(join(folder, 'a\u202eb.txt'), 'utf8')).toBe('one\n');
  await terminal.shows(prompt);
  // Replies are not in the history of the arrow key.
  terminal.type('\u001b[A');
  await terminal.shows('write');
  terminal.type(ctrlC);
  await terminal.shows(prompt);
  terminal.type(`write${enter}`);
  await terminal.shows('leave it waiting: ');
  terminal.type(ctrlC);
  await terminal.shows('✘ cancelled [cancelled]');
  await terminal.shows(prompt);
  terminal.type(`exit${enter}`);
  expect(await terminal.ended).toBe(0);
  await expectNothingLeft(project);
}, 60_000);

test('an open question returns with the approve command', async () => {
  const project = await openProject(conversationScript, strict);
  const { folder, runs } = project;
  const first = talk(project);
  await first.shows(prompt);
  first.type(`approve${enter}`);
  await first.shows('no approval is pending');
  await first.shows(prompt);
  first.type(`write${enter}`);
  await first.shows('leave it waiting: ');
  first.type(enter);
  await first.shows('the approval stays pending: type /approve');
  await first.shows(prompt);
  first.type(ctrlD);
  expect(await first.ended).toBe(0);
  expect((await runs())[0]).toMatchObject({ state: 'waiting' });
  const second = talk(project);
  await second.shows('1 run of this session waits for an approval');
  await second.shows(prompt);
  second.type(`approve${enter}`);
  await second.shows('"path": "a\\u202eb.txt"');
  await second.shows('leave it waiting: ');
  second.type(`yes${enter}`);
  await second.shows('│ It is written');
  expect(await readFile(join(folder, 'a\u202eb.txt'), 'utf8')).toBe('one\n');
  await second.shows(prompt);
  second.type(`exit${enter}`);
  expect(await second.ended).toBe(0);
  await expectNothingLeft(project);
}, 60_000);

test('a question answered elsewhere closes here', async () => {
  const project = await openProject(conversationScript, strict);
  const { folder, run, runs } = project;
  const terminal = talk(project, '-p', 'write');
  await terminal.shows('leave it waiting: ');
  terminal.type('no it');
  await terminal.shows('no it');
  const { stdout } = await run('approvals', 'list', '--format', 'json');
  const [question] = JSON.parse(stdout) as { id: string }[];
  expect((await run('approvals', 'approve', question?.id ?? '')).code).toBe(0);
  await terminal.shows('│ It is written');
  await terminal.shows(prompt);
  expect(await readFile(join(folder, 'a\u202eb.txt'), 'utf8')).toBe('one\n');
  terminal.type(`hello${enter}`);
  await terminal.shows('│ Heard: hello\n');
  await terminal.shows(prompt);
  terminal.type(`write${enter}`);
  await terminal.shows('leave it waiting: ');
  // End of input is no decision either.
  terminal.type(ctrlD);
  await terminal.shows('the approval stays pending');
  expect(await terminal.ended).toBe(0);
  expect((await runs()).map(({ state }) => state)).toEqual(['waiting', 'answered', 'answered']);
  await expectNothingLeft(project);
}, 60_000);

test('a conversation keeps its session from others until it ends', async () => {
  const project = await openProject(conversationScript);
  const { run, runs } = project;
  await run('agents', 'run', 'ada', '-p', 'hello');
  const terminal = talk(project);
  await terminal.shows(prompt);
  const busy = await run('agents', 'run', 'ada', '-p', 'hello');
  expect([busy.code, busy.stderr]).toEqual([1, expect.stringMatching(/--new \[session_busy\]\n$/)]);
  const other = talk(project);
  await other.shows('[session_busy]');
  expect(await other.ended).toBe(1);
  expect((await run('agents', 'run', 'ada', '-p', 'hello', '--new')).code).toBe(0);
  terminal.type(`exit${enter}`);
  expect(await terminal.ended).toBe(0);
  const [{ session_id: fresh } = { session_id: '' }] = await runs();
  expect((await run('agents', 'run', 'ada', '-p', 'hello', '--session', fresh)).code).toBe(0);
}, 60_000);
