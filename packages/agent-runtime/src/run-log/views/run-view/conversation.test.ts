import { expect, test } from 'vitest';
import { custom, guarded } from '../../../testing/guarded-play.ts';
import { says } from '../../../testing/people.ts';
import { okOutcome, type Play, playRun } from '../../../testing/play-run.ts';
import { getMember, handoffsTo } from '../../../testing/teams.ts';
import type { PinnedGraph } from '../../catalogue/graph-types.ts';
import { runConversation } from './conversation.ts';
import { runGraph } from './run-graph.ts';
import { runOverview } from './run-overview.ts';
import { runTimeline } from './run-timeline.ts';
import { longestShownText } from './shown-text.ts';
import type { ConversationStep, StepOf } from './step-schema.ts';

const operator = { auto_approve: ['safe'], unlocked: [], approval_expires_ms: 60_000 };
const tools: Play['tools'] = [
  { name: 'write_file', risk: 'low', side_effects: true, idempotent: false },
  { name: 'read_file' },
];
const play = (changes: Partial<Play> & Pick<Play, 'answers'>) =>
  playRun({ tools, ...changes, started: { operator, ...changes.started } }).records;

function stepsOf<Kind extends ConversationStep['kind']>(
  records: ReturnType<typeof play>,
  kind: Kind,
): StepOf<Kind>[] {
  return runConversation(records).filter((step): step is StepOf<Kind> => step.kind === kind);
}

const write = { calls: [{ name: 'write_file', arguments: { path: 'a', text: 'one' } }] };

test('a step joins a call to its decisions, approval and result', () => {
  const records = play({
    answers: [write, { content: 'Done.' }],
    people: [says('approve', { reason: 'fine' })],
    outcome: () => okOutcome('written'),
  });
  const [call] = stepsOf(records, 'call');
  expect(call).toMatchObject({
    tool: 'write_file',
    state: 'ok',
    arguments: { text: JSON.stringify({ path: 'a', text: 'one' }, undefined, 2) },
    approval: { required: false, decision: 'approve', by: { name: 'grace' }, reason: 'fine' },
    result: { text: 'written' },
  });
  expect(call?.decisions.map(({ effect }) => effect)).toEqual(['confirm', 'allow']);
  expect(call?.decisions[0]?.rules).toMatchObject([{ layer: 'operator', rule: 'autoApprove' }]);
  expect(runConversation(records).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['message', 'response', 'call', 'end']),
  );
  expect(runOverview(records)).toMatchObject({ status: 'answered', tools: ['write_file'] });
});

test('a step of a call waits until a person decides', () => {
  const waiting = play({ answers: [write] });
  expect(stepsOf(waiting, 'call')).toMatchObject([{ state: 'waiting', approval: { required: false } }]);
  expect(runOverview(waiting)).toMatchObject({ status: 'open', usage: { rounds: 1, tool_calls: 0 } });
  const refused = play({ answers: [write, { content: 'Pity.' }], people: [says('deny')] });
  expect(stepsOf(refused, 'call')).toMatchObject([{ state: 'refused', approval: { decision: 'deny' } }]);
});

test('a step shows why a call is refused', () => {
  const lists = { allow: ['read_file'], deny: ['write_file'] };
  const records = play({ started: { lists }, answers: [write, { content: 'Pity.' }] });
  const [call] = stepsOf(records, 'call');
  expect(call).toMatchObject({ state: 'refused', error: { code: expect.any(String) } });
  expect(call?.decisions[0]).toMatchObject({
    effect: 'deny',
    rules: expect.arrayContaining([expect.objectContaining({ layer: 'definition', rule: 'tools.deny[0]' })]),
  });
});

test('steps name handoffs and the agent at work', () => {
  const { records } = playRun({
    started: { agent: 'front', ...handoffsTo('expert') },
    team: { expert: getMember('expert') },
    answers: [
      { calls: [{ name: 'handoff_to_expert', arguments: { reason: 'hard' } }] },
      { content: 'Thought.' },
    ],
  });
  expect(stepsOf(records, 'handoff')).toMatchObject([{ from: 'front', to: 'expert', reason: 'hard' }]);
  expect(stepsOf(records, 'agent')).toMatchObject([{ event: 'started', name: 'expert' }]);
  expect(stepsOf(records, 'response').map(({ agent }) => agent)).toEqual(['front', 'expert']);
  expect(runTimeline(records).map(({ kind, depth }) => `${kind} ${depth}`)).toContain('agent 1');
});

test('steps and graph show the way of a workflow', () => {
  const graph: PinnedGraph = {
    entry: 'look',
    nodes: [
      { name: 'look', agent: 'ada' },
      { name: 'tell', agent: 'ada' },
    ],
    edges: [{ from: 'look', to: 'tell' }],
  };
  const records = play({
    started: { agent: 'flow', graph },
    tools: [],
    team: { ada: getMember('ada', { tools: [] }) },
    answers: [{ content: 'I see.' }, { content: 'I tell.' }],
  });
  expect(stepsOf(records, 'node')).toMatchObject([
    { node: 'look', worker: 'ada', state: 'finished', output: { text: 'I see.' } },
    { node: 'tell', state: 'finished' },
  ]);
  expect(stepsOf(records, 'edge').map(({ from, to }) => `${from} ${to}`)).toEqual(['look tell', 'tell END']);
  expect(runGraph(records)).toMatchObject({
    entry: 'look',
    nodes: [{ visits: 1, is_at_work: false }, { visits: 1 }],
    edges: [{ from: 'look', to: 'tell', taken: 1 }],
  });
});

test('a step has the verdict of a guardrail', () => {
  const { records } = guarded([custom('reject')], [{ content: 'CANARY' }], {
    judge: () => ({ passed: false, errors: ['rude'] }),
  });
  expect(stepsOf(records, 'guardrail')).toMatchObject([
    { name: 'polite', passed: false, on: 'output', errors: ['rude'] },
  ]);
});

test('a long text of a step is cut, and its length is shown', () => {
  const text = `${'a'.repeat(longestShownText - 1)}😀${'b'.repeat(50_000)}`;
  const [message] = stepsOf(play({ answers: [{ content: 'x' }], message: { text } }), 'message');
  expect(message?.text).toEqual({ text: 'a'.repeat(longestShownText - 1), whole: text.length });
});
