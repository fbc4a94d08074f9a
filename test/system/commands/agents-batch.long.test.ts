import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { collectResults, openBatchProject } from './support/batch-project.ts';

const script = `
rules:
  - when: { after: { tool: bash } }
    answer: I have been there.
  - when: { user: count }
    answer: { calls: [{ tool: bash, arguments: { command: 'echo once >> done.txt' } }] }
  - when: { user: slow }
    answer: { text: 'Heard {{user}}.', delayMs: 600 }
  - when: { user: held }
    answer: { text: 'Heard {{user}}.', delayMs: 15000 }
  - when: { user: hear }
    answer: 'Heard {{user}}.'
`;
const input = 'hear one\r\n\n{"prompt":"hear two","id":"t2"}\n{"promt":"hear"}\nhear three';
const batch = (...words: string[]) => ['agents', 'batch', 'sorter', '--input', 'in.txt', ...words];

test('agents batch runs each line and reports JSON', async () => {
  const { write, results, run, runs } = await openBatchProject(script);
  await write('in.txt', input.replace('{"promt":"hear"}\n', ''));
  const { code, stdout, stderr } = await run(...batch('--output', 'out.jsonl', '--format', 'json'));
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject({
    agent: 'sorter',
    output: 'out.jsonl',
    complete: true,
    lines: 3,
    answered: 3,
    failed: 0,
    tokens: { output: expect.any(Number) },
  });
  const found = (await results()).toSorted((one, other) => one.line - other.line);
  expect(found).toMatchObject([
    { line: 1, status: 'answered', answer: 'Heard hear one.' },
    { line: 3, id: 't2', answer: 'Heard hear two.' },
    { line: 4, answer: 'Heard hear three.' },
  ]);
  const listed = await runs();
  expect(new Set(listed.map((each) => each.session_id)).size).toBe(3);
  expect(listed.map((each) => each.run_id).toSorted()).toEqual(found.map((each) => each.run_id).toSorted());
  const [first] = found;
  expect((await run('runs', 'replay', first?.run_id ?? '')).code).toBe(0);
});

test('an AgentSpec agent of type batch takes a file', async () => {
  const { folder, write, run, results } = await openBatchProject(script);
  await mkdir(join(folder, 'agents/filer'));
  const spec = {
    type: 'batch',
    runtime: { selector: 'native' },
    modelRef: { provider: 'emulator', name: 'small' },
    promptRef: 'prompt://filer/v1.0.0',
    tools: [],
    limits: { maxTokens: 50_000, maxToolCalls: 10, timeoutMs: 300_000 },
  };
  const metadata = { name: 'filer', version: '1.0.0', owner: 'tests', description: '' };
  const agent = { apiVersion: 'agent.platform/v1', kind: 'Agent', metadata, spec };
  await write('agents/filer/agent.yaml', JSON.stringify(agent));
  await mkdir(join(folder, 'agents/filer/prompts'));
  await write('agents/filer/prompts/prompt.md', 'You file.\n');
  await write('in.txt', 'hear one\nhear two\n');
  const ended = await run('agents', 'batch', 'filer', '--input', 'in.txt', '--output', 'out.jsonl');
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  expect(await results()).toHaveLength(2);
});

test('results without an output file are printed', async () => {
  const { write, run } = await openBatchProject(script);
  await write('in.txt', input);
  const lines = await run(...batch());
  expect(lines.code).toBe(1);
  expect(
    collectResults(lines.stdout)
      .map(({ line }) => line)
      .toSorted(),
  ).toEqual([1, 3, 5]);
  expect(lines.stderr).toMatch(/of sorter: 4 lines in/);
  const document = await run(...batch('--format', 'json'));
  const { results, ...report } = JSON.parse(document.stdout) as { results: object[] };
  expect(results).toHaveLength(3);
  expect(report).toMatchObject({ answered: 3, skipped: 1, problems: [{ line: 4, code: 'line_invalid' }] });
});

test('a bad line is reported and the others run', async () => {
  const { write, run, results } = await openBatchProject(script);
  await write('in.txt', `${input}\nnobody knows this\n${'x'.repeat(1_100_000)}\nhear four`);
  const { code, stdout, stderr } = await run(...batch('--output', 'out.jsonl'));
  expect(code).toBe(1);
  expect(stderr).toMatch(/line 4 skipped: wants \{"prompt".*\[line_invalid\]/);
  expect(stderr).toMatch(/line 6 failed.*run_b[0-9a-f]+.*\[[a-z_]+\]/);
  expect(stderr).toMatch(/line 7 skipped: .*\[line_too_long\]/);
  for (const told of [/answered +4/, /failed +1/, /skipped +2/]) expect(stdout).toMatch(told);
  const found = await results();
  expect(found.filter(({ status }) => status === 'answered').map(({ line }) => line)).toContain(8);
  expect(found.find(({ line }) => line === 6)).toMatchObject({ status: 'failed', answer: '' });
});

test('lines of a batch share no content', async () => {
  const { write, run, emulator } = await openBatchProject(script, {}, [
    'memory: { session: [current_task] }',
  ]);
  const numbers = Array.from({ length: 24 }, (_, number) => number);
  await write('in.txt', numbers.map((number) => `hear marker-${number}-`).join('\n'));
  const { code } = await run(...batch('--output', 'out.jsonl', '--concurrency', '8'));
  expect(code).toBe(0);
  const asked = emulator.journal().map((entry) => new Set(JSON.stringify(entry).match(/marker-\d+-/g)));
  expect(asked.map(({ size }) => size)).toEqual(numbers.map(() => 1));
  expect(new Set(asked.flatMap((markers) => [...markers])).size).toBe(24);
});

test('an edited line is not run again', async () => {
  const { write, run, results, runs } = await openBatchProject(script);
  await write('in.txt', 'hear one\nhear two\n{"promt":1}\n');
  expect((await run(...batch('--output', 'out.jsonl'))).code).toBe(1);
  await write('in.txt', 'hear one\nhear another\nhear three\nhear four\n');
  const again = await run(...batch('--output', 'out.jsonl', '--resume', '--format', 'json'));
  expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/line 2 .*\[line_changed\]/)]);
  // Both finished lines of the earlier run are counted; the bad line was repaired.
  expect(JSON.parse(again.stdout)).toMatchObject({ answered: 4, ended_before: 2, skipped: 1 });
  expect((await results()).map(({ line }) => line).toSorted()).toEqual([1, 2, 3, 4]);
  expect(await runs()).toHaveLength(4);
});

test('an interrupted batch is resumed with the remaining lines', async () => {
  const { write, start, run, results, runs, emulator } = await openBatchProject(script);
  await write('in.txt', Array.from({ length: 9 }, (_, number) => `slow ${number}`).join('\n'));
  const going = start(...batch('--output', 'out.jsonl', '--format', 'json'));
  await eventually(async () => expect((await results()).length).toBeGreaterThan(0));
  going.child.kill('SIGINT');
  const { code, stdout } = await going.ended;
  expect([code, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ complete: false, failed: 0 })]);
  const ended = await results();
  expect(ended.length).toBeLessThan(9);
  expect((await runs()).map(({ state }) => state)).toEqual(ended.map(() => 'answered'));
  const again = await run(...batch('--output', 'out.jsonl', '--resume', '--concurrency', '9'));
  expect(again.code).toBe(0);
  expect((await results()).map(({ line }) => line).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(emulator.journal()).toHaveLength(9);
});

test('a line that waits for approval is resumed once', async () => {
  const { write, read, run, results } = await openBatchProject(script, {
    approvals: { autoApprove: ['safe'] },
  });
  await write('in.txt', 'hear one\ncount\n');
  const left = await run(...batch('--output', 'out.jsonl'));
  expect([left.code, left.stderr]).toEqual([
    3,
    expect.stringMatching(/line 2 waits for a person.*\[waiting\]/),
  ]);
  expect((await run(...batch('--output', 'out.jsonl', '--resume'))).code).toBe(3);
  const [question] = JSON.parse((await run('approvals', 'list', '--format', 'json')).stdout) as {
    id: string;
  }[];
  expect((await run('approvals', 'approve', question?.id ?? '')).code).toBe(0);
  const again = await run(...batch('--output', 'out.jsonl', '--resume', '--format', 'json'));
  expect([again.code, JSON.parse(again.stdout)]).toEqual([
    0,
    expect.objectContaining({ answered: 2, ended_before: 1, waiting: 0 }),
  ]);
  expect(await read('done.txt')).toBe('once\n');
  expect((await results()).map(({ answer }) => answer)).toEqual(['Heard hear one.', 'I have been there.']);
  await write('more.txt', 'count\n');
  const denied = await run('agents', 'batch', 'sorter', '--input', 'more.txt', '--no-wait');
  expect([denied.code, denied.stderr]).toEqual([1, expect.stringMatching(/\[approval_unavailable\]/)]);
});

test('an impossible batch is refused before any run', async () => {
  const { folder, write, run, runs } = await openBatchProject(script);
  await write('in.txt', 'hear one\n');
  await write('there.jsonl', 'mine');
  await symlink(join(folder, 'there.jsonl'), join(folder, 'link.jsonl'));
  const getCode = async (...words: string[]) => {
    const { code, stderr } = await run(...words);
    return [code, /\[([a-z_]+)\]$/m.exec(stderr)?.[1]];
  };
  const cases: [string[], string | undefined][] = [
    [['agents', 'batch', 'ada', '--input', 'in.txt'], 'not_a_batch'],
    [['agents', 'batch', 'nobody', '--input', 'in.txt'], 'agent_not_found'],
    [['agents', 'batch', 'sorter'], undefined],
    [['agents', 'batch', 'sorter', '--input', 'nowhere.txt'], 'input_unreadable'],
    [['agents', 'batch', 'sorter', '--input', 'agents'], 'input_unreadable'],
    [batch('--concurrency', '17'), undefined],
    [batch('--concurrency', '0'), undefined],
    [batch('--resume'), 'invalid_arguments'],
    [batch('--resume', '--output', 'never.jsonl'), 'batch_not_found'],
    [batch('--output', 'there.jsonl'), 'batch_exists'],
    [batch('--output', 'link.jsonl'), 'batch_exists'],
    [['agents', 'run', 'sorter'], 'prompt_missing'],
  ];
  for (const [words, code] of cases) expect([words, await getCode(...words)]).toEqual([words, [2, code]]);
  expect(await runs()).toEqual([]);
});

test('agents run of a batch agent runs one prompt', async () => {
  const { run } = await openBatchProject(script);
  const without = await run('agents', 'run', 'sorter');
  expect([without.code, without.stderr]).toEqual([
    2,
    expect.stringMatching(/agent-home agents batch sorter --input FILE.*\[prompt_missing\]/),
  ]);
  expect((await run('agents', 'run', 'sorter', '-p', 'hear me')).code).toBe(0);
});

test('a second process on one batch is busy', async () => {
  const { write, start, run, results } = await openBatchProject(script);
  await write('in.txt', 'hear one\nheld two');
  const going = start(...batch('--output', 'out.jsonl'));
  await eventually(async () => expect(await results()).toHaveLength(1));
  const other = await run(...batch('--output', 'out.jsonl', '--resume'));
  expect([other.code, other.stderr]).toEqual([1, expect.stringMatching(/\[session_busy\]/)]);
  expect((await going.ended).code).toBe(0);
  expect(await results()).toHaveLength(2);
});

test('the batch examples of the documents are true', async () => {
  const document = await readFile(new URL('../../../docs/agents/batch.md', import.meta.url), 'utf8');
  const blocks = [...document.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, kind, text]) => ({
    kind,
    text,
  }));
  const toBlock = (kind: string, part: string) =>
    blocks.find((block) => block.kind === kind && block.text?.includes(part))?.text ?? '';
  const { write, run, results } = await openBatchProject("rules:\n  - answer: 'billing'\n");
  await write('agents/sorter.md', toBlock('markdown', 'type: batch'));
  await write('messages.txt', toBlock('', 'ticket-4711'));
  const [command = ''] = toBlock('sh', '--input messages.txt').split('\n');
  for (const more of [[], ['--resume']]) {
    const ended = await run(...command.split(' ').slice(1), ...more);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
  }
  const shown = JSON.parse(toBlock('json', 'ticket-4711')) as object;
  const result = (await results('topics.jsonl')).find(({ id }) => id === 'ticket-4711');
  expect(Object.keys(result ?? {})).toEqual(Object.keys(shown));
  expect(result).toMatchObject({ line: 2, status: 'answered', answer: 'billing' });
});
