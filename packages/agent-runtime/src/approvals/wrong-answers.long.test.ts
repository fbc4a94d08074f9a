import { asJson } from '@agent-home/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { transition } from '../loop/transition.ts';
import type { RunInput } from '../ports/run-input.ts';
import { replayLog } from '../replay/replay-log.ts';
import { sealRecord } from '../run-log/index.ts';
import { says } from '../testing/people.ts';
import { type Play, playRun } from '../testing/play-run.ts';
import { getQuestion, wrongAnswer } from './question.ts';

const waiting = (changes: Play['started'] = {}, args: object = { path: 'a' }, people: Play['people'] = []) =>
  playRun({
    tools: [{ name: 'write_file', risk: 'low', side_effects: true, idempotent: false }],
    answers: [{ calls: [{ name: 'write_file', arguments: args }] }, { content: 'done' }],
    started: { operator: { auto_approve: [], unlocked: [], approval_expires_ms: 3_600_000 }, ...changes },
    people,
  });

const played = waiting();
const question = getQuestion(played.state);
if (question?.kind !== 'approval') throw new Error('no approval was requested');
const right = says('approve')(question);
const otherRun = getQuestion(waiting({ run_id: 'run_another' }).state);
const otherArguments = getQuestion(waiting({}, { path: 'b' }).state);
const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));

/** Generates answers to another question, varied in every field. */
const wrong: fc.Arbitrary<RunInput> = fc
  .record({
    id: fc.oneof(
      { weight: 2, arbitrary: fc.constant(question.id) },
      hex(32).map((text) => `ask_${text}`),
      fc.constantFrom(otherRun?.id ?? '', otherArguments?.id ?? ''),
    ),
    sha256: fc.oneof(
      { weight: 2, arbitrary: fc.constant(question.data.arguments_sha256) },
      hex(64),
      fc.constantFrom(question.data.arguments_sha256, otherArguments?.data.arguments_sha256 ?? ''),
    ),
    word: fc.constantFrom('approve', 'deny', 'expired', 'unavailable', 'done', 'not_done', 'give_up'),
    late: fc.oneof(fc.constant(-1), fc.constant(0), fc.integer({ min: 1, max: 1e12 })),
  })
  .map(({ id, sha256, word, late }): RunInput => {
    const time = new Date(Date.parse(question.data.expires_at) + late).toISOString();
    const about = { arguments_sha256: sha256, by: { kind: 'person', name: '', via: 'command' }, reason: '' };
    const isApproval = ['approve', 'deny', 'expired', 'unavailable'].includes(word);
    return (
      isApproval
        ? { type: 'approval.decided', time, data: { approval_id: id, decision: word, ...about } }
        : { type: 'call.answered', time, data: { question_id: id, answer: word, ...about } }
    ) as RunInput;
  });

/** Returns the log with an input appended and correctly sealed, as an attacker could do. */
function forged({ type, time, data }: RunInput): string[] {
  const run = { runId: 'run_played', source: played.state.source };
  const draft = { type, data: asJson(data), cause: played.state.head.seq - 1 };
  return [...played.lines, sealRecord(played.state.head, run, time, draft).line];
}

test('rejects an answer to another call, argument, run or time', () => {
  const fits = { yes: 0, no: 0 };
  fc.assert(
    fc.property(wrong, (input) => {
      const answer =
        input.type === 'approval.decided'
          ? ({ kind: 'approval', data: input.data } as const)
          : ({
              kind: 'outcome',
              data: (input as Extract<RunInput, { type: 'call.answered' }>).data,
            } as const);
      const { data } = answer;
      const isIts =
        answer.kind === 'approval' &&
        answer.data.approval_id === question.id &&
        data.arguments_sha256 === question.data.arguments_sha256;
      const isLate = Date.parse(input.time) >= Date.parse(question.data.expires_at);
      const decision = answer.kind === 'approval' ? answer.data.decision : '';
      const isTimely = decision === 'approve' ? !isLate : decision === 'expired' ? isLate : true;
      const expected = isIts && isTimely;
      fits[expected ? 'yes' : 'no']++;
      expect(wrongAnswer(played.state, answer, input.time) === undefined).toBe(expected);
      if (expected) {
        transition(played.state, input);
        return;
      }
      expect(() => transition(played.state, input)).toThrow(/does not fit/);
      expect(() => replayLog(forged(input), played.find)).toThrow(
        expect.objectContaining({ code: 'unequal_replay' }),
      );
    }),
    { numRuns: 2_000 },
  );
  // Checks that both cases were generated.
  expect(Math.min(fits.yes, fits.no)).toBeGreaterThan(50);
});

test('rejects a second answer to an approval', () => {
  const once = transition(played.state, right).state;
  expect(() => transition(once, right)).toThrow(/not_asked/);
  const denied = transition(played.state, says('deny')(question)).state;
  expect(() => transition(denied, right)).toThrow(/not_asked/);
  const goneOn = transition(once, { type: 'run.resumed', time: right.time, data: { reason: '' } }).state;
  expect(goneOn.waiting.for).toBe('outcome');
  expect(() => transition(goneOn, right)).toThrow(/not_asked/);
  const data = { reason: 'enough' };
  const over = transition(played.state, { type: 'run.cancel_requested', time: right.time, data }).state;
  expect(() => transition(over, right)).toThrow(/after the run's end/);
});

test('an answer makes no call until the run continues', () => {
  const { state, records, effect } = transition(played.state, right);
  expect(records.map(({ type }) => type)).toEqual(['approval.decided']);
  expect([state.waiting.for, effect?.kind]).toEqual(['resumption', 'go_on']);
});
