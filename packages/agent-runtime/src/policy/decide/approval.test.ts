import { expect, test } from 'vitest';
import type { DecidingRule } from '../../run-log/index.ts';
import { createPolicy, createRulebook, getQuestion } from '../testing/rulebooks.ts';
import { approvalTerms, withApproval } from './approval.ts';
import { decideCall } from './decide-call.ts';

const asking = (approval?: 'required' | 'optional'): DecidingRule => ({
  layer: 'policy',
  rule: 'spec.rules[0]',
  effect: 'confirm',
  ...(approval === undefined ? {} : { approval }),
});

test('an approval is required unless each rule makes it optional', () => {
  const optional = { required: false, denyEffect: 'continue' };
  const required = { required: true, denyEffect: 'block' };
  expect(approvalTerms([asking('optional'), asking('optional')])).toEqual(optional);
  expect(approvalTerms([asking('optional'), asking('required')])).toEqual(required);
  expect(approvalTerms([asking()])).toEqual(required);
});

test('a decision names the approval of each rule', () => {
  const allow = (approval: string) =>
    createPolicy([
      { effect: 'allow', action: 'tool.call', selector: { tool: '*' }, conditions: { approval } },
    ]);
  const operator = { autoApprove: [], unlocked: ['system_shutdown'] };
  for (const policies of [[], [allow('optional')], [allow('required')]]) {
    const { rules } = decideCall(
      createRulebook({ operator, policies }),
      getQuestion({ tool: 'write_file', risk: 'low' }),
    );
    const [policy] = policies;
    expect(approvalTerms(rules).required).toBe(policy?.rules[0]?.conditions.approval === 'required');
  }
  for (const question of [
    getQuestion({ tool: 'system_shutdown', risk: 'critical' }),
    getQuestion({ tool: 'write_file', risk: 'low', tainted: true }),
  ])
    expect(approvalTerms(decideCall(createRulebook({ operator }), question).rules).required).toBe(false);
});

test('an approval satisfies only rules that require one', () => {
  const confirmed = { effect: 'confirm', code: 'needs_approval', rules: [asking('required')] } as const;
  const denied = { effect: 'deny', code: 'tool_denied', rules: [] } as const;
  const allowed = { effect: 'allow', rules: [] } as const;
  const copy = { ...confirmed, rules: [...confirmed.rules] };
  expect(withApproval(copy, 'ask_1')).toEqual({
    effect: 'allow',
    rules: [{ layer: 'person', rule: 'ask_1', effect: 'allow' }],
  });
  expect(withApproval(copy, undefined)).toBe(copy);
  for (const decision of [
    { ...denied, rules: [] },
    { ...allowed, rules: [] },
  ])
    expect(withApproval(decision, 'ask_1')).toBe(decision);
});
