import { expect, test } from 'vitest';
import { verifyLog } from '../chain/verify-log.ts';
import { type SampleRecord, sampleLog, sampleMessage, sampleStart } from '../testing/sample-log.ts';
import { teamReplay } from './team-replay.ts';

const record = (type: string, data: object): SampleRecord => ({ type, data, cause: 0 });
const collectRecords = (drafts: SampleRecord[]) =>
  verifyLog(sampleLog(drafts).map(({ line }) => line)).records;

const graph = {
  entry: 'analysis',
  nodes: [
    { name: 'analysis', agent: 'analyst' },
    { name: 'fix', agent: 'fixer' },
  ],
  edges: [{ from: 'analysis', to: 'fix', condition: 'analysis.sure' }],
};
const { format: _, run_id, session_id, operator, event_level, salt, ...leg } = sampleStart();
const works = (number: number, agent: string): SampleRecord[] => [
  record('run.leg_started', { leg: number, pinned: { ...leg, agent } }),
  record('kairo.intent.started', { intentId: `i${number}`, query: 'go', context: { agent } }),
  record('model.requested', {
    model_call_id: `m${number}`,
    round: 1,
    provider: 'emulator',
    model: 'small',
    max_output_tokens: 10,
  }),
  record('model.answered', {
    model_call_id: `m${number}`,
    content: 'hi',
    thought: '',
    tool_calls: [],
    stop_reason: 'end_turn',
    model: 'small',
    provider: 'emulator',
    usage: { input_tokens: 7, output_tokens: 2 },
    elapsed_ms: 12,
    attempts: [],
  }),
];
const calls = (id: string, name: string): SampleRecord[] => [
  record('kairo.tool.invoke', { toolCallId: id, name, args: {} }),
  record('kairo.tool.result', {
    toolCallId: id,
    isError: false,
    result: { status: 'ok', content: [], metadata: {} },
  }),
];
const usage = { input_tokens: 0, output_tokens: 0, tool_calls: 0, rounds: 0 };
const hop = { tool_call_id: 'c2', from: 'analyst', to: 'helper', condition: 'task.found' };

const drafts: SampleRecord[] = [
  { type: 'run.started', data: sampleStart({ graph }) },
  record('kairo.user.message', sampleMessage),
  record('graph.node_started', { node: 'analysis', visit: 1, agent: 'analyst' }),
  ...works(1, 'analyst'),
  record('policy.decided', {
    action: 'tool.call',
    effect: 'deny',
    code: 'denied',
    rules: [],
    agent: 'analyst',
    tainted: false,
    tool: 'bash',
  }),
  ...calls('c1', 'read_file'),
  record('kairo.tool.invoke', { toolCallId: 'c2', name: 'handoff_to_helper', args: {} }),
  record('handoff.requested', {
    ...hop,
    reason: 'it is found',
    payload: { reason: 'it is found' },
    depth: 1,
  }),
  record('kairo.tool.result', {
    toolCallId: 'c2',
    isError: false,
    result: { status: 'ok', content: [], metadata: {} },
  }),
  ...works(2, 'helper'),
  record('guardrail.checked', { name: 'verdict', policy: 'reject', passed: true, attempt: 1 }),
  record('graph.node_ended', { node: 'analysis', visit: 1, output: { sure: true } }),
  record('graph.edge_taken', { from: 'analysis', to: 'fix', condition: 'analysis.sure', passed_by: [] }),
  record('graph.node_started', { node: 'fix', visit: 1, agent: 'fixer' }),
  ...works(3, 'fixer'),
  record('graph.node_ended', { node: 'fix', visit: 1, output: 'fixed' }),
  record('graph.edge_taken', { from: 'fix', to: 'END', passed_by: [] }),
  record('run.ended', { status: 'answered', answer: 'fixed', usage }),
];

test('a replayed session has all events in order', () => {
  const { runs, counts, duration_ms } = teamReplay([collectRecords(drafts)]);
  expect(runs.map(({ status }) => status)).toEqual(['answered']);
  expect(runs[0]?.events.map(({ type, agentName }) => `${type} ${agentName}`)).toEqual([
    'run_started careful',
    'asked careful',
    'node_started careful',
    'agent_started analyst',
    'llm analyst',
    'call_refused analyst',
    'tool analyst',
    'handoff analyst',
    'agent_started helper',
    'llm helper',
    'guardrail helper',
    'node_ended helper',
    'edge_taken helper',
    'node_started helper',
    'agent_started fixer',
    'llm fixer',
    'node_ended fixer',
    'edge_taken fixer',
    'run_ended fixer',
  ]);
  const handoff = runs[0]?.events.find(({ type }) => type === 'handoff');
  expect(handoff?.data).toMatchObject({ from: 'analyst', to: 'helper', condition: 'task.found' });
  expect(counts).toEqual({ agents: 3, nodes: 2, models: 3, tools: 1, handoffs: 1, guardrails: 1 });
  expect(duration_ms).toBe(0);
});

test('a replayed session separates runs and counts agents once', () => {
  const later = (records: ReturnType<typeof collectRecords>, from: number, to: number) =>
    records.map((one, at) => ({
      ...one,
      time: new Date(Date.parse(one.time) + (at === records.length - 1 ? to : from)).toISOString(),
    }));
  const simple = collectRecords([
    { type: 'run.started', data: sampleStart() },
    record('kairo.user.message', sampleMessage),
    record('run.ended', { status: 'failed', code: 'denied', answer: '', usage }),
  ]);
  const { runs, counts, duration_ms } = teamReplay([
    later(simple, 0, 1_000),
    later(simple.slice(0, 2), 60_000, 60_500),
  ]);
  expect(runs.map(({ status, events }) => [status, events.length])).toEqual([
    ['failed', 4],
    ['open', 3],
  ]);
  expect([counts.agents, duration_ms]).toEqual([1, 1_500]);
});
