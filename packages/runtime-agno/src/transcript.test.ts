import { expect, test } from 'vitest';
import { callResults } from './tool-bridge.ts';
import { findRun, stepOf } from './transcript.ts';

const user = (content: string) => ({ role: 'user' as const, content });
const calls = {
  role: 'assistant' as const,
  content: '',
  tool_calls: [
    { id: 'call_1_0', name: 'read', arguments: '{}' },
    { id: 'call_1_1', name: 'write', arguments: '{"a":1}' },
  ],
};
const result = (id: string, content: string) => ({
  role: 'tool' as const,
  tool_call_id: id,
  name: 'read',
  content,
  is_error: false,
});
const results = [result('call_1_0', 'one'), result('call_1_1', 'two')];
const ofProvider = (id: string, name: string, text: string) => ({ id, function: { name, arguments: text } });
const stored = {
  run_id: 'r1',
  status: 'PAUSED',
  messages: [
    { role: 'system', content: 'You help.' },
    user('go'),
    {
      role: 'assistant',
      content: null,
      tool_calls: [ofProvider('x', 'read', '{}'), ofProvider('y', 'write', '{"a":1}')],
    },
  ],
};

function continued() {
  const step = stepOf({ messages: [user('before'), user('go'), calls, ...results] });
  if (step?.kind !== 'continue') throw new Error('the step does not continue');
  return step;
}

test('begins at a message and continues at results', () => {
  expect(stepOf({ messages: [user('before'), user('go')] })).toEqual({
    kind: 'begin',
    history: [user('before')],
    message: 'go',
  });
  expect(continued()).toMatchObject({ calls, results });
  for (const messages of [[], [calls], [user('go'), ...results]])
    expect(stepOf({ messages })).toBeUndefined();
});

test('finds the run that the log continues', () => {
  expect(findRun([stored], 'You help.', continued())).toMatchObject({
    runId: 'r1',
    history: [user('before')],
    calls: [{ id: 'x' }, { id: 'y' }],
  });
});

test('finds no run that differs from the log', () => {
  const [system, begin, last] = stored.messages;
  const others = [
    { ...stored, status: 'COMPLETED' },
    { ...stored, messages: [{ ...system, role: 'system', content: 'You hinder.' }, begin, last] },
    { ...stored, messages: [system, user('stop'), last] },
    { ...stored, messages: [system, begin, { ...last, role: 'assistant', tool_calls: [] }] },
    { ...stored, messages: null },
  ];
  for (const other of others)
    expect(findRun([other as typeof stored], 'You help.', continued())).toBeUndefined();
});

test('gives results to calls that can be told apart only', () => {
  const call = (id: string) => ({ id, name: 'read' });
  expect(
    callResults([call('x'), call('y')], results)?.map(({ tool_call_id, result: text }) => [
      tool_call_id,
      text,
    ]),
  ).toEqual([
    ['x', 'one'],
    ['y', 'two'],
  ]);
  for (const unclear of [[call('x')], [call('x'), call('x')], [call('x'), call('')]])
    expect(callResults(unclear, results)).toBeUndefined();
});
