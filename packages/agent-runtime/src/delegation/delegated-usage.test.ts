import fc from 'fast-check';
import { expect, test } from 'vitest';
import { legUsage } from '../budgets/leg-usage.ts';
import { startedState } from '../legs/start-leg.ts';
import type { RunLimits } from '../run-log/index.ts';
import { getStart, okOutcome, playRun, playTime } from '../testing/play-run.ts';
import { chargeDelegated, delegatedLimits, sumUsage } from './delegated-usage.ts';

const count = fc.integer({ min: 0, max: 20_000 });
const limits = fc.record(
  {
    max_tokens: count,
    max_total_tokens: count,
    max_tool_calls: fc.integer({ min: 0, max: 60 }),
    timeout_ms: fc.integer({ min: 1, max: 600_000 }),
    max_rounds: fc.integer({ min: 1, max: 25 }),
    max_cost: fc.integer({ min: 0, max: 1_000 }).map((cents) => cents / 100),
  },
  { requiredKeys: ['max_tokens', 'max_tool_calls', 'timeout_ms', 'max_rounds'] },
);
const usage = fc.record({
  input_tokens: count,
  output_tokens: count,
  tool_calls: fc.integer({ min: 0, max: 60 }),
  rounds: fc.integer({ min: 0, max: 25 }),
  cost: fc.integer({ min: 0, max: 500 }).map((cents) => cents / 100),
});

const generated = (each: RunLimits): RunLimits => ({ ...each, counts: 'generated' });

test('delegated runs use no more than what is left', () => {
  fc.assert(
    fc.property(
      limits.map(generated),
      limits.map(generated),
      usage,
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: -100, max: 700_000 }),
      (above, own, used, shares, leftMs) => {
        const state = chargeDelegated(startedState(getStart({ limits: above })), used);
        const below = delegatedLimits(own, { limits: above, used: legUsage(state), shares, leftMs });
        const left = (most: number | undefined, gone: number) =>
          most === undefined ? Number.POSITIVE_INFINITY : Math.max(0, most - gone);
        const { max_total_tokens = Number.POSITIVE_INFINITY, max_cost = Number.POSITIVE_INFINITY } = below;
        expect(below.max_tokens * shares).toBeLessThanOrEqual(left(above.max_tokens, used.output_tokens));
        expect(below.max_tool_calls * shares).toBeLessThanOrEqual(
          left(above.max_tool_calls, used.tool_calls),
        );
        const total = left(above.max_total_tokens, used.input_tokens + used.output_tokens);
        if (total !== Number.POSITIVE_INFINITY) expect(max_total_tokens * shares).toBeLessThanOrEqual(total);
        const cost = left(above.max_cost, used.cost);
        if (cost !== Number.POSITIVE_INFINITY) expect(max_cost * shares).toBeLessThanOrEqual(cost + 1e-9);
        expect(below.timeout_ms).toBeLessThanOrEqual(Math.max(1, leftMs));
        expect(below.max_tokens).toBeLessThanOrEqual(own.max_tokens);
        expect(below.max_tool_calls).toBeLessThanOrEqual(own.max_tool_calls);
        expect(below.timeout_ms).toBeLessThanOrEqual(own.timeout_ms);
        expect(max_cost).toBeLessThanOrEqual(own.max_cost ?? Number.POSITIVE_INFINITY);
      },
    ),
  );
});

test('usage of delegated runs counts', () => {
  const { max_rounds, timeout_ms } = getStart().limits;
  const delegate = { name: 'read_file', arguments: { path: 'a' } };
  const play = (delegated: number) =>
    playRun({
      started: {
        limits: {
          max_tokens: 3_000,
          counts: 'generated',
          max_tool_calls: 5,
          max_rounds,
          timeout_ms,
          set_by: {},
        },
      },
      answers: [{ calls: [delegate] }, { calls: [delegate] }, { content: 'Done.' }],
      interrupt: (effect) =>
        effect.kind === 'call'
          ? {
              type: 'call.finished',
              time: playTime,
              data: {
                tool_call_id: effect.call.callId,
                outcome: okOutcome('done'),
                settled: false,
                elapsed_ms: 1,
                delegated: { input_tokens: 50, output_tokens: delegated, tool_calls: 1, rounds: 3 },
              },
            }
          : undefined,
    });
  const little = play(10).state.ended;
  expect(little).toMatchObject({ status: 'answered', usage: { tool_calls: 4, rounds: 3 } });
  const much = play(2_995);
  expect(much.state.ended).toMatchObject({
    status: 'failed',
    code: 'too_many_tokens',
    message: expect.stringContaining('maxTokens 3000 is reached'),
  });
  expect(much.requests).toHaveLength(1);
});

test('a sum of usage has a cost only if each part has one', () => {
  const part = { input_tokens: 1, output_tokens: 2, tool_calls: 3, rounds: 4 };
  expect(
    sumUsage([
      { ...part, cost: 1 },
      { ...part, cost: 2 },
    ]),
  ).toMatchObject({ cost: 3, tool_calls: 6 });
  expect(sumUsage([{ ...part, cost: 1 }, part])).not.toHaveProperty('cost');
  expect(sumUsage([])).toMatchObject({ input_tokens: 0, cost: 0 });
});
