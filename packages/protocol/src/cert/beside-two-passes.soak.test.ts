import { expect, it } from 'vitest';
import { caseCount } from '../../../../test/support/case-count.ts';
import { comparePasses } from '../testing/two-passes/compare-passes.ts';
import { compareVerdicts } from '../testing/two-passes/compare-verdicts.ts';

it('random documents read alike in one or two passes', () => {
  const seen = comparePasses(caseCount(20_000, 100_000));
  for (const [what, count] of Object.entries(seen))
    expect(count, what).toBeGreaterThan(caseCount(200, 1_000));
}, 600_000);

it('one reading of thousands of texts equals two', () => {
  const told = compareVerdicts(caseCount(300, 1_000));
  for (const code of ['accepted', 'not_canonical', 'malformed_json', 'bad_signature'] as const)
    expect(told.get(code) ?? 0, code).toBeGreaterThan(caseCount(60, 200));
}, 600_000);
