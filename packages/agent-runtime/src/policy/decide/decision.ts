import type { ConditionFailure, DecidingRule } from '../../run-log/index.ts';

export type Effect = 'allow' | 'confirm' | 'deny';

/** Reasons why a call or a model is not simply allowed. */
export const decisionCodes = [
  'tool_denied',
  'tool_not_allowed',
  'denied_by_policy',
  'not_allowed_by_policy',
  'policy_bundle_stale',
  'tool_locked',
  'needs_approval',
  'too_many_tool_calls',
] as const;
export type DecisionCode = (typeof decisionCodes)[number];

export interface Decision {
  effect: Effect;
  /** Absent if the call is allowed. */
  code?: DecisionCode;
  /** Rules of the strongest layer, which made the decision. */
  rules: DecidingRule[];
  /** Absent if every condition could be judged. */
  condition_errors?: ConditionFailure[];
}
