import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AgentProject, openProject, processesIn } from '../../commands/support/agent-project.ts';
import { eventually } from '../../support/eventually.ts';
import { openTerminal } from '../../support/open-terminal.ts';

const script = `
rules:
  - when: { after: { tool: bash } }
    answer: I have been there.
  - when: { after: { tool: write_file } }
    answer: It is written, or not.
  - when: { after: { tool: read_file } }
    answer: It says so.
  - when: { user: write }
    answer: { calls: [{ tool: write_file, arguments: { path: "a\\u202Eb.txt", content: "one\\n" } }] }
  - when: { user: read }
    answer: { calls: [{ tool: read_file, arguments: { path: note.txt } }] }
  - when: { user: wait }
    answer: { calls: [{ tool: bash, arguments: { command: 'sleep 30' } }] }
  - when: { user: slowly }
    answer: { text: "one two three four five six seven \\u202E eight", chunk: 4, chunkDelayMs: 150 }
  - answer: 'Heard: {{user|line|first:200}}'
`;
const [enter, ctrlC, ctrlD] = ['\r', '\u0003', '\u0004'];
const prompt = 'Ada the careful> ';
const strict = { approvals: { autoApprove: ['safe'] } };
/** With `sleep` unasked. */
const lax = { approvals: { autoApprove: ['safe', 'low', 'medium'] } };

function talk({ folder, home }: AgentProject, ...words: string[]) {
  return openTerminal(['agents', 'run', 'ada', '--interactive', ...words], {
    cwd: folder,
    env: { HOME: home },
  });
}

/** Whatever was open: its log is whole, and nobody holds anything. */
async function expectNothingLeft({ folder, runs, run, log }: AgentProject): Promise<void> {
  await eventually(async () => expect(await processesIn(folder)).toEqual([]));
  for (const { run_id: runId } of await runs()) {
    expect((await run('runs', 'replay', runId)).code).toBe(0);
    expect((await readFile(log(runId), 'utf8')).endsWith('\n')).toBe(true);
  }
  const sessions = join(folder, '.agent-home/runs/.sessions');
  for (const session of await readdir(sessions))
    for (const lock of await readdir(join(sessions, session)))
      expect(await readFile(join(sessions, session, lock), 'utf8')).toBe('');
}

test('an agent that is run again interactively remembers its earlier run, and another agent knows nothing of it', async () => {
  const project = await openProject(script);
  const { folder, run, emulator } = project;
  const agent = await readFile(join(folder, 'agents/ada.md'), 'utf8');
  await writeFile(join(folder, 'agents/main.md'), agent.replace('name: ada', 'name: main'));
  await run('agents', 'run', 'main', '-p', 'I work on the marker-main.');
  await run('agents', 'run', 'ada', '-p', 'Look at the marker-ada.');
  await run('agents', 'run', 'main', '-p', 'What do I work on?');
  const asked = () => JSON.stringify(emulator.journal().at(-1)?.messages);
  expect(asked()).toContain('marker-main');
  expect(asked()).not.toContain('marker-ada');
  const terminal = talk(project);
  await terminal.shows(/session terminal-[0-9a-f]+, 2 messages before/);
  await terminal.shows(prompt);
  terminal.type(`And what did I ask you?${enter}`);
  await terminal.shows('│ Heard: And what did I ask you?');
  expect(asked()).toContain('marker-ada');
  expect(asked()).not.toContain('marker-main');
  await terminal.shows(prompt);
  terminal.type(`context${enter}`);
  const told = await terminal.shows(prompt);
  expect(told).toMatch(/user: Look at the marker-ada\.\nassistant: Heard: .*\nuser: And what/);
  terminal.type(`exit${enter}`);
  expect(await terminal.ended).toBe(0);
  await expectNothingLeft(project);
}, 60_000);

test('an answer streams as it comes, words tell of the session, and a message may have several lines', async () => {
  const project = await openProject(script);
  await writeFile(join(project.folder, 'note.txt'), 'a note');
  const terminal = talk(project, '--trace');
  await terminal.shows(prompt);
  terminal.type(`slowly${enter}`);
  await terminal.shows('│ one');
  // The rest has not been said by then.
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

test('Ctrl-C cancels the run and not the session, and its log says so', async () => {
  const project = await openProject(script, lax);
  const terminal = talk(project);
  await terminal.shows(prompt);
  terminal.type(`wait${enter}`);
  await terminal.shows(/✔ bash .*allowed/);
  terminal.type(`typed ahead${ctrlC}`);
  await terminal.shows('✘ cancelled [cancelled]');
  await terminal.shows(prompt);
  expect((await project.runs())[0]).toMatchObject({ state: 'cancelled' });
  // What was typed for what would have come after it is not said.
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

test('Ctrl-C at an empty prompt, or twice within a second, ends the session and leaves nothing behind', async () => {
  const project = await openProject(script, lax);
  const idle = talk(project);
  await idle.shows(prompt);
  idle.type(ctrlC);
  expect(await idle.ended).toBe(0);
  const going = talk(project);
  await going.shows(prompt);
  going.type(`wait${enter}`);
  await going.shows(/✔ bash .*allowed/);
  going.type(ctrlC + ctrlC);
  await going.shows('✘ cancelled [cancelled]');
  expect(await going.ended).toBe(0);
  expect((await project.runs()).map(({ state }) => state)).toEqual(['cancelled']);
  await expectNothingLeft(project);
}, 60_000);

test('a terminal that is closed in the middle of a run leaves nothing behind', async () => {
  const project = await openProject(script, lax);
  const terminal = talk(project);
  await terminal.shows(prompt);
  terminal.type(`wait${enter}`);
  await terminal.shows(/✔ bash .*allowed/);
  terminal.close();
  await terminal.ended;
  await expectNothingLeft(project);
  expect((await project.runs()).map(({ state }) => state)).toEqual(['cancelled']);
}, 60_000);

test('a call is asked about in the conversation, every character shown, and nothing typed before answers', async () => {
  const project = await openProject(script, strict);
  const { folder } = project;
  const terminal = talk(project);
  await terminal.shows(prompt);
  // Typed ahead: the agent is told the second when the first is done, and neither is an answer.
  terminal.type(`write${enter}yes${enter}`);
  const asked = await terminal.shows('leave it waiting: ');
  expect(asked).toContain('"path": "a\\u202eb.txt"');
  expect(asked).not.toContain('\u202e');
  expect(await readdir(folder)).not.toContain('a\u202eb.txt');
  terminal.type(`no it is odd${enter}`);
  await terminal.shows(/✘ denied by .*it is odd/);
  await terminal.shows(prompt);
  terminal.type(`write${enter}`);
  await terminal.shows('leave it waiting: ');
  terminal.type(`yes${enter}`);
  await terminal.shows('│ It is written');
  expect(await readFile(join(folder, 'a\u202eb.txt'), 'utf8')).toBe('one\n');
  await terminal.shows(prompt);
  // An answer is nothing that the arrow key brings back.
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

test('a question that was left is asked again by approve, also in the next conversation', async () => {
  const project = await openProject(script, strict);
  const { folder, runs } = project;
  const first = talk(project);
  await first.shows(prompt);
  first.type(`approve${enter}`);
  await first.shows('nothing waits');
  await first.shows(prompt);
  first.type(`write${enter}`);
  await first.shows('leave it waiting: ');
  first.type(enter);
  await first.shows('it is left waiting: approve asks again');
  await first.shows(prompt);
  first.type(ctrlD);
  expect(await first.ended).toBe(0);
  expect((await runs())[0]).toMatchObject({ state: 'waiting' });
  const second = talk(project);
  await second.shows('1 run of this session waits for a person');
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

test('a conversation keeps its session from others until it ends', async () => {
  const project = await openProject(script);
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
