import { describe, expect, test } from 'vitest';
import { tokensOfRequest } from '../context/estimate-context.ts';
import type { ModelPrice } from '../policy/index.ts';
import type { ModelRequest } from '../ports/model-request.ts';
import type { RunLimits } from '../run-log/index.ts';
import { type Answer, getStart, type Play, playRun, playTime } from '../testing/play-run.ts';

const { limits, model } = getStart();
const generated = {
  ...limits,
  counts: 'generated' as const,
  set_by: {
    max_tokens: 'limits.maxTokens of agent careful',
    max_total_tokens: 'limits.maxTotalTokens of the settings',
  },
};
const price = { input: 10, output: 30 };
/** Calls with a different file each time and the maximum output. */
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
  test('limits generated tokens by maxTokens, however long prompts are', () => {
    const started = { limits: { ...generated, max_tokens: 2_000 } };
    const calls = (count: number, output: number): Answer[] =>
      Array.from({ length: count }, (_, index) => ({
        calls: [{ name: 'read_file', arguments: { path: `file ${index}` } }],
        tokens: 6_000,
        output,
      }));
    const long = playRun({
      started,
      answers: [...calls(9, 100), { content: 'Done.', tokens: 6_000, output: 9 }],
    });
    expect(long.state.ended).toMatchObject({ status: 'answered' });
    const talkative = playRun({ started, answers: calls(9, 700) });
    expect(talkative.state.ended).toMatchObject({ status: 'failed', code: 'too_many_tokens' });
    expect(talkative.state.ended?.usage.output_tokens).toBeLessThanOrEqual(2_100);
    // Logs of earlier releases count this way and must replay unchanged.
    const counted = playRun({
      started: { limits: { ...limits, max_tokens: 20_000 } },
      answers: calls(9, 100),
    });
    expect(counted.state.ended).toMatchObject({ code: 'too_many_tokens' });
    expect(counted.state.ended).not.toHaveProperty('message');
  });

  test('tokens of a prompt cache have their own price', () => {
    const costOf = (own: ModelPrice, answer: Exclude<Answer, { code: string }>) =>
      playRun({
        started: {
          limits: generated,
          model: { ...model, settings_key: 'a', price: { input: 12.5, output: 30 }, prices: { a: own } },
        },
        answers: [{ content: 'Done.', ...answer }],
      }).state.ended?.usage.cost;
    const used = { tokens: 1_000_000, output: 0, cacheRead: 700_000, cacheWrite: 200_000 };
    expect(costOf({ ...price, cache_read: 1, cache_write: 12.5 }, used)).toBeCloseTo(0.7 + 2.5 + 1);
    // Without prices of the cache its tokens cost the same as others.
    expect(costOf(price, used)).toBeCloseTo(10);
    expect(costOf({ ...price, cache_read: 1 }, { tokens: 1_000_000, output: 0 })).toBeCloseTo(10);
  });

  test('fits the context to the rest of maxTotalTokens', () => {
    const text = 'x'.repeat(4_000);
    const { state, records } = playRun({
      started: { limits: { ...generated, max_tokens: 100_000, max_total_tokens: 6_000 } },
      outcome: () => ({ status: 'ok', content: [{ type: 'text', text }], metadata: {} }),
      answers: Array.from(
        { length: 20 },
        (_, index) =>
          (request: ModelRequest): Answer => ({
            calls: [{ name: 'read_file', arguments: { path: `file ${index}` } }],
            tokens: tokensOfRequest(request),
            output: 50,
          }),
      ),
    });
    expect(state.ended).toMatchObject({
      code: 'too_many_tokens',
      message: expect.stringContaining('limits.maxTotalTokens of the settings'),
    });
    const { input_tokens = 0, output_tokens = 0 } = state.ended?.usage ?? {};
    expect(input_tokens + output_tokens).toBeLessThanOrEqual(6_000);
    const windows = records
      .filter(({ type }) => type === 'context.built')
      .map(({ data }) => (data.context_cost as { context_window_tokens: number }).context_window_tokens);
    expect(windows.at(-1)).toBeLessThan(windows[0] ?? 0);
  });

  test('names an exceeded limit, its use and the raising field', () => {
    const ended = (changed: Partial<RunLimits>, play: Partial<Play>) =>
      playRun({ started: { limits: { ...generated, ...changed } }, answers: busily, ...play }).state.ended
        ?.message;
    expect(ended({ max_tokens: 1_500 }, {})).toMatch(
      /^maxTokens 1500 is reached: 1\d\d\d tokens generated; raise limits.maxTokens of agent careful$/,
    );
    expect(ended({ max_tool_calls: 1 }, {})).toMatch(
      /^maxToolCalls 1 is reached: 1 calls made; raise limits.maxToolCalls/,
    );
    expect(ended({ max_rounds: 2 }, {})).toMatch(/^a run has at most 2 rounds/);
    const estimated: Answer[] = Array.from({ length: 9 }, (_, index) => ({
      calls: [{ name: 'read_file', arguments: { path: `file ${index}` } }],
      output: 500,
      isEstimated: true,
    }));
    expect(ended({ max_tokens: 1_500 }, { answers: estimated })).toContain('tokens generated (estimated)');
  });

  test('an answer that was cut off says so', () => {
    const answers: Answer[] = [{ content: 'Half a', stop: 'max_tokens', output: 1_024 }];
    const ended = (format: 1 | 2) => playRun({ started: { format }, answers }).state.ended;
    expect(ended(2)).toMatchObject({
      status: 'answered',
      message: expect.stringContaining('cut off at 1024 tokens'),
    });
    expect(ended(1)).not.toHaveProperty('message');
  });

  test('a run with an estimate of tokens says so', () => {
    const usageWith = (isEstimated: boolean) =>
      playRun({ answers: [{ content: 'Done.', isEstimated }] }).state.ended?.usage;
    expect(usageWith(true)).toMatchObject({ estimated: true });
    expect(usageWith(false)).not.toHaveProperty('estimated');
  });

  test('a run stops before a request that exceeds its budget', () => {
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
    // The last request got the remaining budget, and the run reserved no more.
    expect(requests.at(-1)?.maxOutputTokens).toBeLessThan(model.reserved_output);
  });

  test('an answer costs the price of its model', () => {
    const prices = { large: { input: 10, output: 30 }, small: { input: 1, output: 2 } };
    const started = { model: { ...model, settings_key: 'large', price, prices } };
    const computeCost = (settingsKey?: string) =>
      playRun({ started, answers: [{ content: 'Done.', tokens: 1_000, output: 100, settingsKey }] }).state
        .ended?.usage.cost;
    expect(computeCost()).toBeCloseTo(0.013);
    expect(computeCost('large')).toBeCloseTo(0.013);
    expect(computeCost('small')).toBeCloseTo(0.0012);
    // A model without a price in the log costs as much as the most expensive one.
    expect(computeCost('other')).toBeCloseTo(0.013);
  });

  test('calls no model with a money limit and no price', () => {
    const { state, requests } = playRun({
      started: { limits: { ...limits, max_cost: 100 } },
      answers: [],
    });
    expect([state.ended?.code, requests.length]).toEqual(['too_expensive', 0]);
  });

  test('charges a request whose response was lost, and repeats it', () => {
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
