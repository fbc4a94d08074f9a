import type { FollowedRecord } from '@agent-home/agent-runtime/run-log';
import { expect, test } from 'vitest';
import { AnswerStream } from './answer-stream.ts';
import { formatDuration, StepLines } from './step-lines.ts';

let seq = 0;
const record = (type: string, data: object): FollowedRecord => ({
  id: `run_x:${seq}`,
  type,
  source: 's',
  time: '2026-05-01T08:00:00.000Z',
  seq: seq++,
  correlationId: 'run_x',
  data: data as FollowedRecord['data'],
});
const usage = { input_tokens: 5, output_tokens: 2, rounds: 1, tool_calls: 0 };
const asks = (name: string, args: object) => [
  record('call.requested', {
    tool_call_id: 'c',
    name,
    requested_name: name,
    name_resolution: 'exact',
    arguments: args,
  }),
];
const decides = (effect: string, risk = 'low') =>
  record('policy.decided', {
    action: 'tool.call',
    effect,
    risk,
    tool: 'bash',
    tool_call_id: 'c',
    rules: [],
  });
const finishes = (elapsed_ms: number) => record('call.finished', { tool_call_id: 'c', elapsed_ms });
const gives = (status = 'ok', error?: object, text?: string) =>
  record('kairo.tool.result', {
    toolCallId: 'c',
    result: {
      status,
      content: text === undefined ? [] : [{ type: 'text', text }],
      metadata: {},
      ...(error ? { error } : {}),
    },
  });

const columnsOf = (line: string) =>
  Array.from(line).reduce((sum, character) => sum + (/[\u4e00-\u9fff]/.test(character) ? 2 : 1), 0);

function collectLines(width: number, ...records: FollowedRecord[]): string[] {
  const lines = new StepLines(width);
  return records.flatMap((each) => lines.tell(each));
}

test('progress is one line per step', () => {
  const path = { path: 'src/a.ts', content: 'x'.repeat(500) };
  expect(collectLines(100, ...asks('write_file', path), decides('allow'), finishes(38), gives())).toEqual([
    '✔ write_file src/a.ts  allowed (low) 38 ms',
  ]);
  const error = { code: 'tool_denied', message: 'the policy denies it', retryable: false };
  expect(
    collectLines(100, ...asks('bash', { command: 'ls' }), decides('deny', 'medium'), gives('error', error)),
  ).toEqual(['✘ bash ls  denied (medium) [tool_denied] the policy denies it']);
  const ends = record('run.ended', { status: 'answered', answer: 'done', usage });
  expect(collectLines(100, ends)).toEqual(['✔ answered: 1 round, 0 tool calls, 5 tokens in, 2 out']);
  expect(collectLines(100, record('model.requested', {}), record('model.delta', { content: 'x' }))).toEqual(
    [],
  );
});

test('an approved call names its approver', () => {
  const asked = record('approval.requested', {
    approval_id: 'ask_1',
    tool_call_id: 'c',
    tool: 'bash',
    rules: [],
  });
  const said = (decision: string) =>
    record('approval.decided', {
      approval_id: 'ask_1',
      decision,
      by: { kind: 'person', name: 'grace', via: 'terminal' },
      reason: '',
    });
  const lines = (decision: string) =>
    collectLines(
      100,
      ...asks('bash', { command: 'git push' }),
      decides('confirm', 'medium'),
      asked,
      said(decision),
      finishes(1_240),
      gives(),
    );
  expect(lines('approve')).toEqual(['✔ bash git push  approved by grace (medium) 1.2 s']);
  expect(lines('deny')).toEqual(['✔ bash git push  not approved (medium) 1.2 s']);
});

test('a plan is printed with each task on a line', () => {
  const plan = `1. [x] Read\n2. [>] ${'write '.repeat(20)}\n3. [ ] \u001b[2J`;
  const todos = { todos: [{ content: 'Read', status: 'completed' }] };
  expect(
    collectLines(40, ...asks('todo_write', todos), decides('allow', 'safe'), gives('ok', undefined, plan)),
  ).toEqual([
    '✔ todo_write  allowed (safe)',
    '  1. [x] Read',
    '  2. [>] write write write write write …',
    '  3. [ ] ‹U+001B›[2J',
  ]);
});

test('a resumption right after a reply is not reported', () => {
  const resumed = record('run.resumed', { reason: 'a person answered', torn_bytes: undefined });
  const by = { kind: 'person', name: 'grace', via: 'terminal' };
  const replied = record('approval.decided', { approval_id: 'ask_1', decision: 'deny', by, reason: '' });
  expect(collectLines(80, replied, resumed, resumed)).toEqual(['resumed: a person answered']);
});

test('a line of progress fits a narrow terminal', () => {
  const long = { command: `echo ${'世界 '.repeat(100)}\nrm -rf /` };
  for (const width of [10, 40, 60, 80]) {
    const [line = ''] = collectLines(width, ...asks('bash', long), decides('allow'), finishes(5), gives());
    expect([width, columnsOf(line) <= Math.max(40, width)]).toEqual([width, true]);
    expect(line).not.toContain('\n');
  }
  const steering = { command: 'echo \u001b[2J\u202e' };
  const [shown = ''] = collectLines(80, ...asks('bash', steering), decides('allow'), gives());
  expect(shown).toBe('✔ bash echo ‹U+001B›[2J‹U+202E›  allowed (low)');
});

test('standard output has the answer alone', () => {
  const deltas = [record('model.delta', { content: 'I ' }), record('model.delta', { content: 'look.' })];
  const calls = record('model.answered', { content: 'I look.', tool_calls: [{}] });
  const last = record('model.delta', { content: 'It is \u001b[1m42.' });
  const ends = record('run.ended', { status: 'answered', answer: 'It is \u001b[1m42.', usage });
  const print = (isTerminal: boolean, ...records: FollowedRecord[]) => {
    const stream = new AnswerStream({ isTerminal });
    return records.map((each) => stream.tell(each)).join('');
  };
  expect(print(false, ...deltas, calls, last, ends)).toBe('It is ‹U+001B›[1m42.\n');
  expect(print(true, ...deltas, calls, last, ends)).toBe('I look.\nIt is ‹U+001B›[1m42.\n');
  // A guardrail changed the answer after it was streamed.
  const mended = record('run.ended', { status: 'answered', answer: 'It is 43.', usage });
  expect(print(true, last, mended)).toBe('It is ‹U+001B›[1m42.\nIt is 43.\n');
  expect(print(false, record('run.ended', { status: 'failed', code: 'x', answer: '', usage }))).toBe('');
});

test('durations have a fitting unit', () => {
  expect([0.4, 999, 1_240, 59_900, 185_000].map(formatDuration)).toEqual([
    '0 ms',
    '999 ms',
    '1.2 s',
    '59.9 s',
    '3 min 5 s',
  ]);
});
