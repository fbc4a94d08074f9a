import { describe, expect, test } from 'vitest';
import { failedOutcome } from '../calls/result-text.ts';
import type { ModelRequest } from '../ports/model-request.ts';
import {
  type Answer,
  createTool,
  getStart,
  okOutcome,
  type Play,
  playRun,
  playTime,
} from '../testing/play-run.ts';

const limits = getStart().limits;
const model = getStart().model;
const again = (answer: Answer, times = 40): Answer[] => Array.from({ length: times }, () => answer);
const read = (path: string): Answer => ({ calls: [{ name: 'read_file', arguments: { path } }] });
/** Different calls, so that no loop is detected. */
const busily = Array.from({ length: 60 }, (_, index) => read(`file ${index}`));

/** End of a run: status, code, rounds and calls. */
const ending = (play: Play) => {
  const { state, records } = playRun(play);
  const { status, code, usage } = state.ended ?? {};
  const intents = records.filter(({ type }) => type === 'kairo.intent.ended');
  expect(intents).toHaveLength(1);
  return [status, code, usage?.rounds, usage?.tool_calls];
};

describe('a run stops, each time with a code', () => {
  test('a run stops after 25 rounds', () => {
    expect(ending({ started: { limits: { ...limits, max_tool_calls: 100 } }, answers: busily })).toEqual([
      'failed',
      'too_many_rounds',
      25,
      25,
    ]);
  });

  test('a run stops before one call too many', () => {
    const started = { limits: { ...limits, max_tool_calls: 3 } };
    expect(ending({ started, answers: busily })).toEqual(['failed', 'too_many_tool_calls', 4, 3]);
    const calls = [0, 1, 2, 3, 4].map((index) => ({ name: 'read_file', arguments: { path: `${index}` } }));
    expect(ending({ started, answers: [{ calls }] })).toEqual(['failed', 'too_many_tool_calls', 1, 3]);
    expect(ending({ started: { limits: { ...limits, max_tool_calls: 0 } }, answers: busily })).toEqual([
      'failed',
      'too_many_tool_calls',
      1,
      0,
    ]);
  });

  test('a run stops before a request that exceeds its tokens', () => {
    const started = { limits: { ...limits, max_tokens: 2_000 } };
    // Returns responses of maximum length, each of which reads another file.
    const answers = busily.map(
      (answer) =>
        (request: ModelRequest): Answer => ({
          ...answer,
          tokens: 20,
          output: Math.min(400, request.maxOutputTokens),
        }),
    );
    const { state, requests } = playRun({ started, answers });
    expect(state.ended?.code).toBe('too_many_tokens');
    expect(state.inputTokens + state.outputTokens).toBeLessThanOrEqual(2_000);
    const asked = requests.map(({ maxOutputTokens }) => maxOutputTokens);
    expect(asked).toEqual([...asked].sort((one, other) => other - one));
    expect(asked[0]).toBe(1_024);
    expect(
      ending({
        started: { limits: { ...limits, max_tokens: 256 }, system_prompt: 'x'.repeat(2_000) },
        answers: [],
      }),
    ).toEqual(['failed', 'too_many_tokens', 1, 0]);
  });

  test('a run stops when the model says nothing at all', () => {
    for (const content of ['', '  \n'])
      expect(ending({ answers: [{ content }] })).toEqual(['failed', 'empty_answer', 1, 0]);
  });

  test('a run stops when the model fails, with the code of its failure', () => {
    const failure = { code: 'model_timeout', message: 'the model did not answer in time', attempts: [] };
    expect(ending({ answers: [read('a'), failure] })).toEqual(['failed', 'model_timeout', 2, 1]);
  });

  test('a run stops when its prompt exceeds the window', () => {
    const { state, records } = playRun({ answers: [], message: { text: 'x'.repeat(40_000) } });
    expect(state.ended).toMatchObject({ status: 'failed', code: 'context_window_exceeded' });
    const built = records.find(({ type }) => type === 'context.built');
    expect(built?.data).toMatchObject({
      fits: false,
      context_cost: { context_window_tokens: 8_192, limit: 7_168 },
    });
    expect(records.some(({ type }) => type === 'model.requested')).toBe(false);
    expect(ending({ started: { model: { ...model, reserved_output: 9_000 } }, answers: [] })[1]).toBe(
      'context_window_exceeded',
    );
  });

  test('a run stops when its model may not be used', () => {
    const spec = {
      rules: [{ effect: 'deny', action: 'model.use', selector: { modelProvider: 'emulator' } }],
    };
    const policies = [{ name: 'p', version: '1.0.0', sha256: 'c'.repeat(64), spec }];
    expect(ending({ started: { policies }, answers: [] })).toEqual(['failed', 'model_not_allowed', 1, 0]);
  });

  test('a timeout or cancellation gives the pending call one result', () => {
    for (const [type, data, status, code] of [
      ['run.timed_out', { timeout_ms: 60_000 }, 'failed', 'timeout'],
      ['run.cancel_requested', { reason: 'enough' }, 'cancelled', 'cancelled'],
    ] as const) {
      for (const kind of ['model', 'prepare', 'call']) {
        const { state, records } = playRun({
          tools: [createTool({ prepares: true })],
          answers: [{ calls: [{ name: 'read_file' }, { name: 'read_file', arguments: { path: 'b' } }] }],
          interrupt: (effect) =>
            effect.kind === kind ? ({ type, time: playTime, data } as never) : undefined,
        });
        expect([kind, state.ended?.status, state.ended?.code]).toEqual([kind, status, code]);
        const invoked = records.filter(({ type: each }) => each === 'kairo.tool.invoke').length;
        const results = records.filter(({ type: each }) => each === 'kairo.tool.result').length;
        expect([kind, results]).toEqual([kind, invoked]);
        // Both calls of the response need results, or the session's next run would begin with an invalid transcript.
        const told = state.transcript.filter(({ role }) => role === 'tool').length;
        expect([kind, told]).toEqual([kind, kind === 'model' ? 0 : 2]);
      }
    }
  });
});

describe('a run that goes round in circles', () => {
  const failing = () => failedOutcome('not_found', 'There is no such file.');
  const answersThen = (answers: Answer[]) => [...answers, { content: 'I give up.' }];

  test('warns of a call that fails three times, then stops', () => {
    expect(ending({ answers: again(read('a')), outcome: failing })).toEqual([
      'failed',
      'loop_detected',
      4,
      4,
    ]);
    const { requests, state } = playRun({ answers: answersThen(again(read('a'), 3)), outcome: failing });
    expect(state.ended?.status).toBe('answered');
    expect(requests.map(({ messages }) => messages.at(-1)?.content.includes('without a new result'))).toEqual(
      [false, false, false, true],
    );
  });

  test('other failures between do not count towards a loop', () => {
    const mixed = again(read('a')).flatMap((answer, index) => [answer, read(`other ${index}`)]);
    expect(ending({ answers: mixed, outcome: failing })).toEqual(['failed', 'loop_detected', 7, 7]);
    expect(ending({ answers: answersThen(busily.slice(0, 15)), outcome: failing })[0]).toBe('answered');
  });

  test('finds a loop of up to four calls', () => {
    for (const length of [1, 2, 3, 4]) {
      const circle = again({}, 40).map((_, index) => read(`file ${index % length}`));
      const rounds = 3 * length + 1;
      expect([length, ...ending({ answers: circle })]).toEqual([
        length,
        'failed',
        'loop_detected',
        rounds,
        rounds,
      ]);
    }
    const five = again({}, 19).map((_, index) => read(`file ${index % 5}`));
    expect(ending({ answers: answersThen(five) })[0]).toBe('answered');
    let times = 0;
    const polling = () => okOutcome(`${++times} % done`);
    expect(ending({ answers: answersThen(again(read('a'), 15)), outcome: polling })[0]).toBe('answered');
  });

  test('warns of many calls in one response before stopping', () => {
    const many = {
      calls: Array.from({ length: 8 }, () => ({ name: 'read_file', arguments: { path: 'a' } })).map(
        (call, index) => ({ ...call, id: `id${index}` }),
      ),
    };
    expect(ending({ answers: answersThen([many]), outcome: failing })).toEqual(['answered', undefined, 2, 8]);
    expect(ending({ answers: again(many), outcome: failing })).toEqual(['failed', 'loop_detected', 2, 9]);
  });

  test('repeated calls of a denied name are a loop', () => {
    const started = { lists: { deny: ['read_file'] } };
    expect(ending({ started, answers: again(read('a')) })).toEqual(['failed', 'loop_detected', 4, 0]);
  });
});
