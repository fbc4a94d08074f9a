import { expect, test } from 'vitest';
import { describeBundle, describeRules } from './describe-rules.ts';

test('runs show names the agent of a deny', () => {
  const rule = { layer: 'definition', rule: 'tools.deny[0]', effect: 'deny' } as const;
  expect(describeRules([rule])).toBe(' by tools.deny[0] of the definition (deny)');
  expect(describeRules([{ ...rule, agent: 'sorter' }])).toBe(
    ' by tools.deny[0] of the definition of agent sorter (deny)',
  );
});

test('names certified policies with the role that bound them', () => {
  const policy = { name: 'no-shell', version: '1.0.0', sha256: 'a'.repeat(64) };
  const bundle = {
    version: 3,
    sha256: 'b'.repeat(64),
    policies: [{ ...policy, spec: {}, bound_by: 'admin' as const }],
  };
  expect(describeBundle(bundle)).toEqual([
    '  certified policies, version 3 (bbbbbbbbbbbb): no-shell of the admin',
  ]);
  expect(describeBundle({ ...bundle, policies: [] })).toEqual([
    '  certified policies, version 3 (bbbbbbbbbbbb): none',
  ]);
  const rule = { layer: 'policy', rule: 'spec.rules[0]', effect: 'deny', policy, bound_by: 'admin' } as const;
  expect(describeRules([rule])).toBe(
    ' by spec.rules[0] of policy no-shell@1.0.0 (aaaaaaaaaaaa), bound by the admin, (deny)',
  );
});
