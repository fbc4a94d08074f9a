import { expect, test } from 'vitest';
import type { PinnedGuardrail } from '../run-log/index.ts';
import { type Play, playRun, playTime } from '../testing/play-run.ts';

const guardrail: PinnedGuardrail = { name: 'polite', policy: 'repair', validator: 'custom' };
const tools: Play['tools'] = [
  {
    name: 'home.say',
    wire_name: 'home__say',
    source: 'home',
    side_effects: true,
    prepares: true,
    parameters: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    },
  },
];
const says = (text: string) => ({ calls: [{ name: 'home__say', arguments: { text } }] });
const judge = ({ output }: { output: string }) => {
  const passed = !output.includes('CANARY');
  return { passed, errors: passed ? [] : ['not so loud'] };
};
const play = (more: Partial<Play> & Pick<Play, 'answers'>) =>
  playRun({ tools, judge, ...more, started: { guardrails: [guardrail], ...more.started } });

test('checks a resident’s message before it is decided', () => {
  const said: string[] = [];
  const played = play({
    answers: [says('CANARY'), says('hello'), { content: 'I have spoken.' }],
    outcome: ({ arguments: args }) => {
      said.push(JSON.stringify(args));
      return { status: 'ok', content: [], metadata: {} };
    },
  });
  expect([played.state.ended?.answer, said]).toEqual(['I have spoken.', ['{"text":"hello"}']]);
  const text = played.lines.join('\n');
  expect(text + JSON.stringify([played.state.transcript, played.records])).not.toContain('CANARY');
  const [first] = played.records.filter(({ type }) => type === 'kairo.tool.result');
  expect(first?.data).toMatchObject({
    isError: true,
    result: {
      error: {
        code: 'guardrail_violation',
        message: expect.stringContaining('"polite": not so loud'),
      },
    },
  });
  // The first text never reached a policy decision; the one that passed did.
  const decided = played.records.filter(
    ({ type, data }) => type === 'policy.decided' && data.tool === 'home.say',
  );
  expect(decided.map(({ data }) => data.tool_call_id)).toEqual(['call_2_0']);
  const shown = played.requests.at(-1)?.messages ?? [];
  const written = shown.flatMap((message) => (message.role === 'assistant' ? message.tool_calls : []));
  expect(written.map(({ arguments: args }) => args)).toEqual([
    '{"text":"(withheld: no guardrail has passed it)"}',
    '{"text":"hello"}',
  ]);
});

test('an unreadable part of a message appears nowhere', () => {
  const cancelled = play({
    answers: [says('CANARY')],
    interrupt: (effect) =>
      effect.kind === 'validate'
        ? { type: 'run.cancel_requested', time: playTime, data: { reason: 'enough' } }
        : undefined,
  });
  const broken = play({
    answers: [
      { calls: [{ name: 'home__say', arguments: '{"text": "CANARY' }] },
      { calls: [{ name: 'home_sya', arguments: { text: 'CANARY' } }] },
      { calls: [{ name: 'home__say', arguments: { text: 'hello', CANARY: 'CANARY' } }] },
      { content: 'never mind' },
    ],
  });
  for (const { lines, state, records } of [cancelled, broken])
    expect(lines.join('') + JSON.stringify([state.transcript, records])).not.toContain('CANARY');
  // Each call has exactly one result for the rest of the session.
  expect(JSON.stringify(broken.state.transcript)).toContain('unknown_member path=* expected=absent');
  const { transcript } = cancelled.state;
  expect(transcript.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
});
