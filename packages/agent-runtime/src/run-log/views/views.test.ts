import { expect, test } from 'vitest';
import { verifyLog } from '../chain/verify-log.ts';
import { sampleDrafts, sampleLog } from '../testing/sample-log.ts';
import { kairoEvent } from './kairo-event.ts';
import { runEvents } from './run-event.ts';
import { traceSpans } from './trace-span.ts';

const outcome = {
  status: 'error',
  content: [{ type: 'text', text: 'no' }],
  error: { code: 'x', message: 'y' },
  metadata: {},
};
const result = (toolCallId: string) => ({
  type: 'kairo.tool.result',
  data: { toolCallId, result: outcome, isError: true },
  cause: 2,
});
const decided = (effect: string) => ({
  type: 'policy.decided',
  data: { action: 'tool.call', effect, rules: [], agent: 'careful', tainted: false },
  cause: 2,
});
const ended = (status: string) => ({
  type: 'run.ended',
  data: { status, answer: '', usage: { input_tokens: 0, output_tokens: 0, tool_calls: 0, rounds: 0 } },
  cause: 2,
});
const collectRecords = (more: { type: string; data: object; cause: number }[]) =>
  verifyLog(sampleLog([...sampleDrafts(), ...more]).map(({ line }) => line)).records;

test('a bus event is the record without its chain position', () => {
  const [first, second] = collectRecords([]);
  if (!first || !second) throw new Error('no records');
  expect(Object.keys(kairoEvent(second)).sort()).toEqual([
    'causationId',
    'correlationId',
    'data',
    'id',
    'source',
    'time',
    'type',
  ]);
  expect('causationId' in kairoEvent(first)).toBe(false);
});

test('shows every tool result as status, data and error', () => {
  const ok = {
    status: 'ok',
    content: [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ],
    metadata: { n: 1 },
  };
  const failed = { status: 'error', content: [], error: { code: 'x', message: 'y' }, metadata: {} };
  const results = [ok, outcome, failed].map((each, index) => ({
    type: 'kairo.tool.result',
    data: { toolCallId: `c${index}`, result: each, isError: each.status === 'error' },
    cause: 2,
  }));
  const events = collectRecords(results)
    .map(kairoEvent)
    .filter(({ type }) => type === 'kairo.tool.result');
  expect(events.map(({ data }) => data.result)).toEqual([
    { ...ok, data: { text: 'a\nb', metadata: { n: 1 } }, error: null },
    { ...outcome, data: { text: 'no', metadata: {} }, error: { code: 'x', message: 'y' } },
    { ...failed, data: null },
  ]);
});

test('each record is an event or a named step', () => {
  const records = collectRecords([
    decided('allow'),
    {
      type: 'kairo.tool.invoke',
      data: { toolCallId: 'c1', name: 'read_file', args: { path: 'x' } },
      cause: 5,
    },
    result('c1'),
    decided('deny'),
    decided('confirm'),
    result('c2'),
    ended('answered'),
  ]);
  const events = runEvents(records);
  expect(events.map(({ eventType }) => eventType)).toEqual([
    'run_start',
    'run_step',
    'run_step',
    'run_step',
    'run_step',
    'policy_allow',
    'tool_call',
    'tool_result',
    'policy_deny',
    'policy_deny',
    'run_step',
    'run_end',
  ]);
  expect(events[6]?.payload).toMatchObject({
    tool: 'read_file',
    input: { path: 'x' },
    attempt: 1,
    extra: { seq: 6 },
  });
  expect(events[7]?.payload).toMatchObject({ tool: 'read_file', status: 'error', error: { code: 'x' } });
  expect(events[1]?.payload).toMatchObject({
    step: 'kairo.user.message',
    extra: { causationId: 'run_sample:0' },
  });
  expect(events[10]?.payload).toMatchObject({ step: 'kairo.tool.result' });
});

test('failed, cancelled and answered runs end differently', () => {
  const findEnd = (status: string) => runEvents(collectRecords([ended(status)])).at(-1)?.eventType;
  expect(['answered', 'failed', 'cancelled'].map(findEnd)).toEqual(['run_end', 'run_error', 'run_cancel']);
  expect(runEvents([])).toEqual([]);
});

test('approvals are human reviews with all details', () => {
  const about = { arguments_sha256: 'a'.repeat(64) };
  const ask = `ask_${'1'.repeat(32)}`;
  const by = { kind: 'person', name: 'grace', via: 'command' };
  const call = { tool_call_id: 'c1', tool: 'bash', arguments: { command: 'ls' }, risk: 'medium', ...about };
  const gate = { rules: [], tainted: false, required: true, deny_effect: 'block', reason: 'needs_approval' };
  const events = runEvents(
    collectRecords([
      {
        type: 'approval.requested',
        data: { approval_id: ask, ...call, ...gate, expires_at: '2026-05-02T08:00:00.000Z' },
        cause: 2,
      },
      {
        type: 'approval.decided',
        data: { approval_id: ask, ...about, decision: 'deny', by, reason: 'no' },
        cause: 2,
      },
      {
        type: 'call.questioned',
        data: {
          question_id: ask,
          ...call,
          invoked_at: '2026-05-01T08:00:00.000Z',
          reason: 'outcome_unknown',
        },
        cause: 2,
      },
      {
        type: 'call.answered',
        data: { question_id: ask, ...about, answer: 'done', by, reason: '' },
        cause: 2,
      },
    ]),
  ).slice(-4);
  expect(events.map(({ eventType, payload }) => [eventType, payload.step])).toEqual([
    ['human_review_request', 'approval.requested'],
    ['human_review_result', 'approval.decided'],
    ['human_review_request', 'call.questioned'],
    ['human_review_result', 'call.answered'],
  ]);
  // `metadata.approval` of a node is made of these members.
  expect(events[0]?.payload.extra).toMatchObject({
    data: { required: true, deny_effect: 'block', reason: 'needs_approval' },
  });
});

test('an event carries the ids of its span', () => {
  const records = collectRecords([
    { type: 'kairo.tool.invoke', data: { toolCallId: 'c1', name: 'read_file', args: {} }, cause: 2 },
    result('c1'),
    decided('deny'),
    ended('answered'),
  ]);
  const spans = traceSpans(records);
  const events = runEvents(records);
  for (const { traceId, spanId } of events) {
    expect(traceId).toBe(spans[0]?.traceId);
    expect(spans.map((span) => span.spanId)).toContain(spanId);
  }
  const getSpan = (eventType: string) => events.find((event) => event.eventType === eventType)?.spanId;
  expect(getSpan('tool_result')).toBe(spans.find(({ kind }) => kind === 'tool')?.spanId);
  expect(getSpan('policy_deny')).toBe(spans.find(({ name }) => name.startsWith('decide'))?.spanId);
  expect(getSpan('run_end')).toBe(spans[0]?.spanId);
});

test('eventLevel minimal leaves out steps alone', () => {
  const records = collectRecords([decided('allow'), result('c1'), ended('failed')]);
  const [first, ...rest] = records;
  if (!first) throw new Error('no records');
  const minimal = runEvents([{ ...first, data: { ...first.data, event_level: 'minimal' } }, ...rest]);
  const steps = minimal.flatMap(({ payload }) => payload.step ?? []);
  expect(minimal.length).toBeLessThan(runEvents(records).length);
  for (const step of ['context.built', 'model.requested', 'kairo.intent.started'])
    expect(steps).not.toContain(step);
  const types = minimal.map(({ eventType }) => eventType);
  expect(types).toEqual(expect.arrayContaining(['run_start', 'policy_allow', 'run_error']));
});

test('costTracking controls the costs in spans', () => {
  const usage = { input_tokens: 1_000, output_tokens: 500, tool_calls: 0, rounds: 1, cost: 0.002 };
  const getCosts = (definition: object) => {
    const [first, ...rest] = collectRecords([
      { ...ended('answered'), data: { ...ended('answered').data, usage } },
    ]);
    if (!first) throw new Error('no records');
    const data = { ...first.data, definition: { ...(first.data.definition as object), ...definition } };
    return traceSpans([{ ...first, data: data as typeof first.data }, ...rest])[0]?.metrics.cost;
  };
  expect(getCosts({})).toBe(0.002);
  expect(
    getCosts({ observability: { trace: true, costTracking: false, eventLevel: 'standard' } }),
  ).toBeUndefined();
});
