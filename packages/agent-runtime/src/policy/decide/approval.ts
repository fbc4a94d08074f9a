import type { DecidingRule } from '../../run-log/index.ts';
import type { Decision } from './decision.ts';

/** What a refusal by a person does (S1-50 to S1-52). */
export interface ApprovalTerms {
  required: boolean;
  denyEffect: 'block' | 'continue';
}

/** Of all the rules that ask for an approval the strictest counts: one that does not say that it is optional is required. */
export function approvalTerms(rules: readonly DecidingRule[]): ApprovalTerms {
  const required = rules.some(({ effect, approval }) => effect === 'confirm' && approval !== 'optional');
  return { required, denyEffect: required ? 'block' : 'continue' };
}

/**
 * The decision about a call that a person approved, made again at the time of the call: the approval stands for whatever asks
 * for one, and for nothing else. What is denied by now stays denied.
 */
export function withApproval(decision: Decision, approvalId: string | undefined): Decision {
  if (decision.effect !== 'confirm' || approvalId === undefined) return decision;
  const { code: _, ...rest } = decision;
  return { ...rest, effect: 'allow', rules: [{ layer: 'person', rule: approvalId, effect: 'allow' }] };
}
