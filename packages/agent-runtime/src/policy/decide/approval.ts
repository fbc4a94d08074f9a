import type { DecidingRule } from '../../run-log/index.ts';
import type { Decision } from './decision.ts';

/** Effect of a person's refusal (S1-50 to S1-52). */
export interface ApprovalTerms {
  required: boolean;
  denyEffect: 'block' | 'continue';
}

/**
 * Combines the approval terms of several rules. The strictest one wins: approval is required unless each rule
 * makes it optional.
 */
export function approvalTerms(rules: readonly DecidingRule[]): ApprovalTerms {
  const required = rules.some(({ effect, approval }) => effect === 'confirm' && approval !== 'optional');
  return { required, denyEffect: required ? 'block' : 'continue' };
}

/**
 * Returns the decision about an approved call, repeated when the call is made. An approval satisfies only rules that require
 * approval: a call that is denied by now stays denied.
 */
export function withApproval(decision: Decision, approvalId: string | undefined): Decision {
  if (decision.effect !== 'confirm' || approvalId === undefined) return decision;
  const { code: _, ...rest } = decision;
  return { ...rest, effect: 'allow', rules: [{ layer: 'person', rule: approvalId, effect: 'allow' }] };
}
