import { describe, expect, test } from 'vitest';
import type { ModelRequest } from '../ports/model-request.ts';
import { type Answer, playRun, playTime, startOf } from '../testing/play-run.ts';

const { limits, model } = startOf();
const price = { input: 10, output: 30 };
/** Another file each time, and as much said as may be. */
const busily = Array.from(
  { length: 40 },
  (_, index) =>
    (request: ModelRequest): Answer => ({
      calls: [{ name: 'read_file', arguments: { path: `file ${index}` } }],
      tokens: 10,
      output: request.maxOutputTokens,
    }),
);

describe('a run keeps within its budgets', () => {
  test('a run stops before a question that could cost more than is left, and what was set aside is in its log', () => {
    const { state, records, requests } = playRun({
      started: { limits: { ...limits, max_cost: 0.08 }, model: { ...model, price } },
      answers: busily,
    });
    expect(state.ended).toMatchObject({ status: 'failed', code: 'too_expensive' });
    expect(state.ended?.usage.cost).toBeLessThanOrEqual(0.08);
    expect(requests.length).toBeGreaterThan(2);
    const reserved = records
      .filter(({ type }) => type === 'model.requested')
      .map(({ data }) => data.reserved);
    expect(reserved).toHaveLength(requests.length);
    for (const each of reserved)
      expect(each).toMatchObject({ input_tokens: expect.any(Number), cost: expect.any(Number) });
    // The last question got what was left, and the run had not begun to pay for the next.
    expect(requests.at(-1)?.maxOutputTokens).toBeLessThan(model.reserved_output);
  });

  test('an answer costs what the model that gave it costs', () => {
    const prices = { large: { input: 10, output: 30 }, small: { input: 1, output: 2 } };
    const started = { model: { ...model, settings_key: 'large', price, prices } };
    const costOf = (settingsKey?: string) =>
      playRun({ started, answers: [{ content: 'Done.', tokens: 1_000, output: 100, settingsKey }] }).state
        .ended?.usage.cost;
    expect(costOf()).toBeCloseTo(0.013);
    expect(costOf('large')).toBeCloseTo(0.013);
    expect(costOf('small')).toBeCloseTo(0.0012);
    // A model that the log knows no price of is paid as the dearest.
    expect(costOf('other')).toBeCloseTo(0.013);
  });

  test('a bound on money and no price: nothing is asked', () => {
    const { state, requests } = playRun({
      started: { limits: { ...limits, max_cost: 100 } },
      answers: [],
    });
    expect([state.ended?.code, requests.length]).toEqual(['too_expensive', 0]);
  });

  test('a question whose answer nobody heard is paid for, and asked again with what is left', () => {
    let crashes = 0;
    const asked: number[] = [];
    const { state } = playRun({
      started: { limits: { ...limits, max_tokens: 3_000 } },
      answers: [{ content: 'Done.' }],
      interrupt: (effect) => {
        if (effect.kind !== 'model') return undefined;
        asked.push(effect.request.maxOutputTokens);
        if (crashes === 2) return undefined;
        crashes++;
        return { type: 'run.resumed', time: playTime, data: { reason: 'the process that ran it ended' } };
      },
    });
    expect(state.ended?.status).toBe('answered');
    expect(asked.slice(0, 2)).toEqual([1_024, 1_024]);
    expect(asked[2]).toBeLessThan(1_000);
    const always = playRun({
      started: { limits: { ...limits, max_tokens: 3_000 } },
      answers: [],
      interrupt: () => ({ type: 'run.resumed', time: playTime, data: { reason: 'again' } }),
    });
    expect(always.state.ended?.code).toBe('too_many_tokens');
  });
});
