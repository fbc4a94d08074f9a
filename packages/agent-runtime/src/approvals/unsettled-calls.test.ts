import { expect, test } from 'vitest';
import { says } from '../testing/people.ts';
import { type Play, playRun } from '../testing/play-run.ts';
import { getQuestion } from './question.ts';

const time = '2026-05-01T08:00:00.000Z';
const expires = { approval_expires_ms: 3_600_000 };

/** Plays a call with an unknown outcome, since its process died. */
function unsettled(people: Play['people'] = [], more: object = expires) {
  let isFirst = true;
  return playRun({
    tools: [{ name: 'bash', side_effects: true, idempotent: false }],
    answers: [{ calls: [{ name: 'bash', arguments: { command: 'pay' } }] }, { content: 'over' }],
    started: { operator: { auto_approve: ['safe'], unlocked: [], ...more } },
    people,
    interrupt: ({ kind }, { waiting }) => {
      if (kind !== 'call' || !isFirst || waiting.for !== 'outcome') return undefined;
      isFirst = false;
      return {
        type: 'call.unsettled',
        time,
        data: { tool_call_id: waiting.call.callId, reason: 'its process died' },
      };
    },
  });
}
const read = ({ state }: ReturnType<typeof unsettled>) =>
  state.transcript.findLast(({ role }) => role === 'tool')?.content ?? '';

test('a call with an unknown outcome waits for a person', () => {
  const { state, invoked } = unsettled();
  expect([state.waiting.for, invoked]).toEqual(['settlement', []]);
  expect(getQuestion(state)).toMatchObject({
    kind: 'outcome',
    data: { tool: 'bash', arguments: { command: 'pay' }, reason: 'outcome_unknown' },
  });
});

test('a person’s answer settles a call with an unknown outcome', () => {
  const done = unsettled([says('done', { reason: 'I saw it' })]);
  expect([done.invoked, done.state.ended?.answer]).toEqual([[], 'over']);
  expect(read(done)).toMatch(/confirms that bash ran.*I saw it/);
  const notDone = unsettled([says('not_done')]);
  expect([notDone.invoked, read(notDone), notDone.state.ended?.answer]).toEqual([['bash'], 'done', 'over']);
  const givenUp = unsettled([says('give_up')]);
  expect([givenUp.invoked, givenUp.state.ended]).toEqual([
    [],
    expect.objectContaining({ status: 'failed', code: 'outcome_unknown' }),
  ]);
});

test('an unknown outcome stays open without an approver', () => {
  expect(() => unsettled([], {})).toThrow(/does not wait for call.unsettled/);
});
