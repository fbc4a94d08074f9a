import { expect, test } from 'vitest';
import { describeRules } from './describe-rules.ts';

test('runs show names the agent of a deny', () => {
  const rule = { layer: 'definition', rule: 'tools.deny[0]', effect: 'deny' } as const;
  expect(describeRules([rule])).toBe(' by tools.deny[0] of the definition (deny)');
  expect(describeRules([{ ...rule, agent: 'sorter' }])).toBe(
    ' by tools.deny[0] of the definition of agent sorter (deny)',
  );
});
