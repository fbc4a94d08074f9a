import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runEvents, verifyLog } from '@agent-home/agent-runtime/run-log';
import { FileRunStore } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { observedEnvironment } from '../../support/run-logs/observed-environment.ts';
import { getState } from '../../support/state-home.ts';
import { commandFile } from '../../support/terminal.ts';
import { openProject, processesIn } from '../commands/support/agent-project.ts';

const script = `
rules:
  - when: { after: { tool: read_file } }
    answer: It says so.
  - when: { user: read }
    answer: { calls: [{ tool: read_file, arguments: { path: note.txt } }] }
  - when: { user: write }
    answer: { calls: [{ tool: write_file, arguments: { path: x.txt, content: x } }] }
  - when: { user: wait }
    answer: { calls: [{ tool: bash, arguments: { command: 'sleep 30' } }] }
  - when: { user: hello }
    answer: "Hello \\u202E!"
`;

interface Line {
  eventType?: string;
  result?: { status: string; answer: string; run_id: string };
  error?: { code: string };
}
/** Reads the store in this process: a command would take longer. */
const createStore = (folder: string) => new FileRunStore(join(getState(folder), 'runs'));
async function newest(folder: string) {
  const [run] = await createStore(folder).list();
  if (!run) throw new Error('there is no run');
  return run;
}
const toLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

test('a conversation without a terminal is refused', async () => {
  const { run, folder } = await openProject(script, { approvals: { autoApprove: ['safe'] } });
  const refused = await run('agents', 'run', 'ada', '--interactive');
  expect([refused.code, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toMatch(/^agent-home: .*-p TEXT.* \[terminal_required\]\n$/);
  expect(await createStore(folder).list()).toEqual([]);
  // A call that needs approval stays waiting, or fails if the run may not wait.
  const left = await run('agents', 'run', 'ada', '-p', 'write', '--trace');
  expect([left.code, left.stdout]).toEqual([3, '']);
  const both = await run('agents', 'run', 'ada', '--interactive', '--json');
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('cannot be used with')]);
});

test('agents run --json prints events and one result', async () => {
  const { folder, run, log } = await openProject(script);
  await writeFile(join(folder, 'note.txt'), 'a note');
  const { code, stdout, stderr } = await run('agents', 'run', 'ada', '-p', 'read', '--json');
  expect([code, stderr]).toEqual([0, '']);
  const lines = toLines(stdout);
  const result = lines.at(-1)?.result;
  expect(result).toMatchObject({ status: 'answered', answer: 'It says so.' });
  const { records } = verifyLog((await readFile(log(result?.run_id ?? ''), 'utf8')).trimEnd().split('\n'));
  expect(lines.slice(0, -1)).toEqual(runEvents(records));
  const hostile = await run('agents', 'run', 'ada', '-p', 'hello', '--json');
  expect(hostile.stdout).not.toContain('\u202e');
  expect(toLines(hostile.stdout).at(-1)?.result?.answer).toBe('Hello \u202e!');
  const failed = await run('agents', 'run', 'eve', '-p', 'hello', '--json');
  expect([failed.code, toLines(failed.stdout)]).toEqual([
    2,
    [{ error: { code: 'agent_not_found', message: expect.any(String) } }],
  ]);
  const twice = await run('agents', 'run', 'ada', '-p', 'hello', '--json', '--format', 'json');
  expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('cannot be used with')]);
});

test('a lost event reader ends the run quietly', async () => {
  const { start, folder } = await openProject(script);
  const going = start('agents', 'run', 'ada', '-p', 'wait', '--json', '--trace');
  await going.says(/"tool_call"/);
  going.child.stdout?.destroy();
  // The closed output is detected only when something more is printed.
  const { runId } = await newest(folder);
  await createStore(folder).request(runId, { kind: 'cancel', reason: 'enough' });
  const { code, stderr } = await going.ended;
  expect([code, stderr]).toEqual([0, expect.not.stringMatching(/EPIPE|agent-home:/)]);
  expect(await newest(folder)).toMatchObject({ runId, status: 'cancelled' });
  expect(verifyLog((await createStore(folder).read(runId)).lines).records.at(-1)?.type).toBe('run.ended');
  await eventually(async () => expect(await processesIn(folder)).toEqual([]));
});

test('agents run --trace prints and exports trace events', async () => {
  const { folder, run } = await openProject(script);
  await writeFile(join(folder, 'note.txt'), `a \u202e note ${'x'.repeat(500)}`);
  const traced = await run('agents', 'run', 'ada', '-p', 'read', '--trace');
  expect([traced.code, traced.stdout]).toEqual([0, 'It says so.\n']);
  const told = [
    /^trace llm small: \d+ ms, [\d,]+ tokens in, \d+ out \(ada, 20.*Z\)\n {2}prompt {3}read\n {2}response read_file \{"path":"note.txt"\}$/m,
    /^trace tool read_file: \d+ ms \(ada, 20.*Z\)\n {2}input {4}\{"path":"note.txt"\}\n {2}output {3}a ‹U\+202E› note x+… \(5\d\d characters\)$/m,
    /^ {2}response It says so\.$/m,
  ];
  for (const pattern of told) expect(traced.stderr).toMatch(pattern);
  // Standard output contains only the requested result.
  const beside = await run('agents', 'run', 'ada', '-p', 'hello', '--trace', '--format', 'json');
  expect(JSON.parse(beside.stdout)).toMatchObject({ status: 'answered' });
  expect(beside.stderr).toMatch(
    /^trace llm small: .*\n {2}prompt {3}hello\n {2}response Hello ‹U\+202E›!\n$/,
  );

  const { sessionId: session } = await newest(folder);
  const exported = await run(
    'agents',
    'trace',
    'export',
    '--session',
    session,
    '--events',
    '--format',
    'json',
  );
  const { events } = JSON.parse(exported.stdout) as { events: { type: string; data: object }[] };
  expect(events.map(({ type }) => type)).toEqual(['llm', 'tool', 'llm', 'llm']);
  expect(events[1]).toMatchObject({
    agentName: 'ada',
    data: { toolName: 'read_file', input: { path: 'note.txt' }, output: expect.stringContaining('xxxx') },
  });
  expect((await run('agents', 'trace', 'export', '--session', session, '--events', '--save')).code).toBe(2);
});

test('a busy session is refused with a remedy', async () => {
  const { run, folder } = await openProject(script, { approvals: { autoApprove: ['safe'] } });
  expect((await run('agents', 'run', 'ada', '-p', 'write')).code).toBe(3);
  const { sessionId, runId } = await newest(folder);
  const release = await createStore(folder).lockSession({ agent: 'ada', sessionId });
  const busy = await run('agents', 'run', 'ada', '-p', 'hello');
  expect([busy.code, busy.stderr]).toEqual([
    1,
    expect.stringMatching(/^agent-home: session terminal-.* process \d+: wait .*--new \[session_busy\]\n$/),
  ]);
  const resumed = await run('runs', 'resume', runId);
  expect([resumed.code, resumed.stderr]).toEqual([
    1,
    expect.stringMatching(/approve there \[session_busy\]\n$/),
  ]);
  expect(await createStore(folder).list()).toHaveLength(1);
  expect((await run('agents', 'run', 'ada', '-p', 'hello', '--new')).code).toBe(0);
  release();
  expect((await run('agents', 'run', 'ada', '-p', 'hello', '--session', sessionId)).code).toBe(0);
});

test('a prompt of - is read from standard input', async () => {
  const { folder, home, log } = await openProject(script);
  const child = promisify(execFile)(process.execPath, [commandFile, 'agents', 'run', 'ada', '-p', '-'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: home, ...observedEnvironment() },
  });
  child.child.stdin?.end('hello from a pipe');
  expect((await child).stderr).toContain('answered');
  const { runId } = await newest(folder);
  expect(await readFile(log(runId), 'utf8')).toContain('"text":"hello from a pipe"');
});

test('a message gets standard input only on request', async () => {
  const { folder, home, emulator } = await openProject(script);
  const pipe = async (...words: string[]) => {
    const env = { PATH: process.env.PATH, HOME: home, ...observedEnvironment() };
    const child = promisify(execFile)(process.execPath, [commandFile, ...words], { cwd: folder, env });
    child.child.stdin?.on('error', () => undefined).end('a piped text\n');
    await child;
    const messages = emulator.journal().at(-1)?.messages as { content: string }[];
    return messages.at(-1)?.content;
  };
  expect(await pipe('agents', 'run', 'ada', '-p', 'hello:', '--stdin')).toBe('hello:\n\na piped text\n');
  expect(await pipe('ask', 'hello:', '--stdin')).toBe('hello:\n\na piped text\n');
  expect(await pipe('agents', 'run', 'ada', '-p', 'hello')).toBe('hello');
});
