import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeCost, type ModelPrice, reserveAnswer } from './reserve-answer.ts';
import { type Limits, smallestLimits } from './smallest-limits.ts';

const price = fc.record({
  input: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 100, noNaN: true })),
  output: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 100, noNaN: true })),
});
const tokens = fc.nat(100_000);

describe('budgets', () => {
  test('no response exceeds reserved tokens or money', () => {
    let asked = 0;
    const stops = new Set<string>();
    fc.assert(
      fc.property(
        fc.integer({ min: 256, max: 200_000 }),
        fc.option(fc.integer({ min: 256, max: 400_000 }), { nil: undefined }),
        fc.option(fc.double({ min: 0, max: 5, noNaN: true }), { nil: undefined }),
        price,
        fc.array(fc.tuple(tokens, fc.double({ min: 0, max: 1, noNaN: true })), {
          minLength: 1,
          maxLength: 20,
        }),
        (maxTokens, maxTotalTokens, maxCost, price: ModelPrice, rounds) => {
          const spent = { input: 0, output: 0 };
          for (const [inputTokens, share] of rounds) {
            const reserved = reserveAnswer({
              limits: { maxTokens, maxTotalTokens, maxCost },
              price,
              spent,
              inputTokens,
              mostOutput: 4_096,
              leastOutput: 16,
            });
            if ('code' in reserved) {
              stops.add(reserved.code);
              break;
            }
            asked++;
            expect(reserved.maxOutputTokens).toBeGreaterThanOrEqual(16);
            // The response uses its full reservation, or a part of it.
            spent.input += inputTokens;
            spent.output +=
              share > 0.5 ? reserved.maxOutputTokens : Math.floor(reserved.maxOutputTokens * share);
            expect(spent.output).toBeLessThanOrEqual(maxTokens);
            if (maxTotalTokens !== undefined)
              expect(spent.input + spent.output).toBeLessThanOrEqual(maxTotalTokens);
            if (maxCost !== undefined) expect(computeCost(price, spent)).toBeLessThanOrEqual(maxCost);
          }
        },
      ),
      { numRuns: 3_000 },
    );
    expect(asked).toBeGreaterThan(500);
    expect([...stops].sort()).toEqual(['too_expensive', 'too_many_tokens']);
  });

  test('a money limit needs a price, a price no limit', () => {
    const budget = {
      limits: { maxTokens: 10_000 },
      price: { input: 1, output: 2 },
      spent: { input: 0, output: 0 },
      inputTokens: 100,
      mostOutput: 1_000,
      leastOutput: 16,
    };
    expect(reserveAnswer(budget)).toEqual({ maxOutputTokens: 1_000, cost: 0.0021 });
    expect(reserveAnswer({ ...budget, limits: { maxTokens: 10_000, maxCost: 9 }, price: undefined })).toEqual(
      {
        code: 'too_expensive',
        maxOutputTokens: 0,
      },
    );
    expect(reserveAnswer({ ...budget, limits: { maxTokens: 10_000, maxCost: 0.0011 } })).toEqual({
      maxOutputTokens: 500,
      cost: 0.0011,
    });
  });

  test('the smallest of all limits applies', () => {
    expect(
      smallestLimits([
        { maxTokens: 8_000, maxToolCalls: 20, timeoutMs: 600_000 },
        { maxTokens: 500, maxCost: 2 },
        { maxToolCalls: 0, maxCost: 3, timeoutMs: undefined },
      ]),
    ).toEqual({ maxTokens: 500, maxToolCalls: 0, maxCost: 2, timeoutMs: 600_000 });
    const limits = fc.record(
      { maxTokens: tokens, maxToolCalls: tokens, maxCost: tokens, timeoutMs: tokens },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(limits, { maxLength: 4 }), limits, (all: Limits[], added: Limits) => {
        const before = smallestLimits(all);
        const after = smallestLimits([...all, added]);
        for (const name of ['maxTokens', 'maxToolCalls', 'maxCost', 'timeoutMs'] as const)
          expect(after[name] ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(
            before[name] ?? Number.POSITIVE_INFINITY,
          );
      }),
    );
  });
});
