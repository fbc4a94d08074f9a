import { expect, test } from 'vitest';
import { verifyLog } from '../chain/verify-log.ts';
import { type SampleRecord, sampleDrafts, sampleLog, sampleTime } from '../testing/sample-log.ts';
import { followTraceEvents, traceEvents } from './trace-event.ts';

const collectRecords = (more: SampleRecord[]) =>
  verifyLog(sampleLog([...sampleDrafts().slice(0, 3), ...more]).map(({ line }) => line)).records;
const record = (type: string, data: object): SampleRecord => ({ type, data, cause: 2 });
const asks = (id: string, more: object = {}) =>
  record('model.requested', {
    model_call_id: id,
    round: 1,
    provider: 'emulator',
    model: 'small',
    max_output_tokens: 10,
    ...more,
  });
const attempt = { model: 'small', ok: false, elapsed_ms: 20 };
const answers = (id: string, more: object = {}) =>
  record('model.answered', {
    model_call_id: id,
    content: 'hi',
    thought: '',
    tool_calls: [],
    stop_reason: 'end_turn',
    model: 'large',
    provider: 'emulator',
    usage: { input_tokens: 7, output_tokens: 2 },
    elapsed_ms: 12,
    attempts: [],
    ...more,
  });
const fails = (id: string) =>
  record('model.failed', { model_call_id: id, code: 'away', message: 'no', attempts: [attempt, attempt] });
const invokes = record('kairo.tool.invoke', { toolCallId: 'c1', name: 'read_file', args: { path: 'x' } });
const took = (outcome: object) =>
  record('call.finished', { tool_call_id: 'c1', outcome, settled: false, elapsed_ms: 3 });
const gave = (outcome: object) =>
  record('kairo.tool.result', { toolCallId: 'c1', result: outcome, isError: false });
const good = { status: 'ok', content: [{ type: 'text', text: 'a note' }], metadata: {} };
const bad = { status: 'error', content: [], error: { code: 'gone', message: 'it is gone' }, metadata: {} };
const ends = record('run.ended', {
  status: 'cancelled',
  code: 'cancelled',
  answer: '',
  usage: { input_tokens: 0, output_tokens: 0, tool_calls: 0, rounds: 0 },
});
const about = { timestamp: sampleTime, agentName: 'careful' };
const asked = { model: 'small', response: '', tokens: { input: 0, output: 0 } };

test('each request and each call is one trace event', () => {
  const call = { tool_calls: [{ id: 'c1', name: 'read_file', arguments: '{"path":"x"}' }] };
  const cases: [string, SampleRecord[], object[]][] = [
    ['nothing', [], []],
    [
      'an answer, by the model that gave it',
      [asks('m1'), answers('m1')],
      [
        {
          type: 'llm',
          data: {
            model: 'large',
            prompt: 'hello',
            response: 'hi',
            tokens: { input: 7, output: 2 },
            latency_ms: 12,
          },
        },
      ],
    ],
    [
      'a failure',
      [asks('m1'), fails('m1')],
      [
        {
          type: 'llm',
          data: { ...asked, prompt: 'hello', latency_ms: 40, error: { code: 'away', message: 'no' } },
        },
      ],
    ],
    [
      'a question beside the conversation, which takes nothing of it',
      [asks('m0', { purpose: 'repair_names' }), answers('m0'), asks('m1'), answers('m1')],
      [{ data: { prompt: '' } }, { data: { prompt: 'hello' } }],
    ],
    [
      'a question that the end found open',
      [asks('m1'), ends],
      [{ data: { ...asked, prompt: 'hello', latency_ms: 0, error: { code: 'cancelled' } } }],
    ],
    [
      'a call and the question that it leads to',
      [
        asks('m1'),
        answers('m1', { ...call, content: '' }),
        invokes,
        took(good),
        gave(good),
        asks('m2'),
        answers('m2'),
      ],
      [
        { data: { response: 'read_file {"path":"x"}' } },
        {
          type: 'tool',
          data: { toolName: 'read_file', input: { path: 'x' }, output: 'a note', latency_ms: 3 },
        },
        { data: { prompt: 'a note', response: 'hi' } },
      ],
    ],
    [
      'a call that failed before anybody measured it',
      [invokes, gave(bad)],
      [{ type: 'tool', data: { output: '', latency_ms: 0, error: { code: 'gone', message: 'it is gone' } } }],
    ],
    ['a call that was refused', [gave(bad)], []],
  ];
  for (const [name, more, events] of cases)
    expect([name, traceEvents(collectRecords(more))]).toEqual([
      name,
      events.map((event) => expect.objectContaining({ ...about, ...matching(event) })),
    ]);
});

function matching({ data, ...rest }: { data?: { error?: object } }) {
  const error = data?.error === undefined ? {} : { error: expect.objectContaining(data.error) };
  return { ...rest, data: expect.objectContaining({ ...data, ...error }) };
}

test('trace events have whole requests if the log does', () => {
  const built = record('context.built', {
    round: 1,
    fits: true,
    prompt_sha256: 'a'.repeat(64),
    prompt: { system: 'be careful' },
    context_cost: {
      context_window_tokens: 1,
      reserved_output_tokens: 1,
      limit: 1,
      limit_turns: 1,
      memory_dropped: false,
      auto_compact: false,
      decisions: [],
      estimated_tokens: { total: 1, messages: 1, tools: 0 },
      estimated_tokens_coarse: {
        tools_schema: 0,
        tool_results: 0,
        history: 0,
        injections: 0,
        memory_knowledge: 0,
      },
    },
  });
  expect(traceEvents(collectRecords([built, asks('m1'), answers('m1')]))).toMatchObject([
    { data: { prompt: '{"system":"be careful"}' } },
  ]);
});

test('following a log gives the events of the whole log', () => {
  const records = collectRecords([
    asks('m1'),
    answers('m1'),
    invokes,
    took(good),
    gave(good),
    asks('m2'),
    ends,
  ]);
  const follow = followTraceEvents();
  expect(records.flatMap((each) => follow(each))).toEqual(traceEvents(records));
  expect(traceEvents([])).toEqual([]);
});

test('each guardrail check is one trace event', () => {
  const checked = (more: object) =>
    record('guardrail.checked', { name: 'shape', policy: 'repair', attempt: 1, passed: true, ...more });
  const errors = ['type path=a expected=number'];
  const events = traceEvents(collectRecords([checked({ passed: false, errors }), checked({ attempt: 2 })]));
  expect(events).toEqual([
    { ...about, type: 'guardrail', data: { name: 'shape', policy: 'repair', passed: false, errors } },
    { ...about, type: 'guardrail', data: { name: 'shape', policy: 'repair', passed: true } },
  ]);
});
