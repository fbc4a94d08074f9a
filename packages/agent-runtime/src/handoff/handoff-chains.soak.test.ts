import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseCount } from '../../../../test/support/case-count.ts';
import { chains, mayCall, playChain } from '../testing/chains.ts';

/** `TEST_CASES=all npm test -- --project long` runs all cases in two minutes. */
const numRuns = caseCount(2_000, 50_000);

describe('chains of handoffs', () => {
  test('generated chains respect denies and budgets', () => {
    const seen = { calls: 0, legs: 0, refused: 0 };
    fc.assert(
      fc.property(chains, (links) => {
        const { state, invoked, legs } = playChain(links);
        for (const { at, tool } of invoked) expect(mayCall(links, at, tool), `${tool} by ${at}`).toBe(true);
        const [first] = links;
        const usage = state.ended?.usage;
        const tokens = (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0);
        expect(usage?.tool_calls ?? 0).toBeLessThanOrEqual(first?.calls ?? 0);
        expect(tokens).toBeLessThanOrEqual(first?.tokens ?? 0);
        if (first?.cost !== undefined) expect(usage?.cost ?? 0).toBeLessThanOrEqual(first.cost);
        seen.calls += invoked.length;
        seen.legs += legs;
        if (state.ended?.code !== undefined) seen.refused++;
      }),
      { numRuns },
    );
    // Guards against a vacuous test: the property also holds for chains without calls and without rejections.
    expect(seen.calls).toBeGreaterThan(numRuns);
    expect(seen.legs).toBeGreaterThan(numRuns * 1.2);
    expect(seen.refused).toBeGreaterThan(numRuns / 20);
  }, 600_000);
});
