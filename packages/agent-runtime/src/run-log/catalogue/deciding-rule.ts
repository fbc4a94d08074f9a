import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Reasons why a condition could not be judged. */
export const conditionErrorCodes = ['no_such_key', 'wrong_type', 'too_many_steps', 'unknown_time'] as const;
export type ConditionErrorCode = (typeof conditionErrorCodes)[number];
export const conditionErrorSchema = z.enum(conditionErrorCodes);
export const policyNameSchema = z.strictObject({ name: z.string(), version: z.string(), sha256 });

/** Action on data, in addition to the call itself. */
export const dataActionSchema = z.enum(['data.read', 'data.write']);

/** Rule that had a part in a decision: its owner, its position and its effect. */
export const decidingRuleSchema = z.strictObject({
  layer: z.enum(['definition', 'policy', 'operator', 'limits', 'runtime', 'person']),
  /** Position of the rule, such as `tools.deny[0]` or `spec.rules[2]`. */
  rule: z.string(),
  effect: z.enum(['allow', 'confirm', 'deny']),
  /** For a confirming rule: `optional` if the run may continue after a refusal. */
  approval: z.enum(['required', 'optional']).exactOptional(),
  policy: policyNameSchema.exactOptional(),
  /** Agent that the rule belongs to, if inherited from an earlier agent in the chain of handoffs. */
  agent: z.string().exactOptional(),
  /** Set for a rule of the resumption that the run did not begin with. */
  present: z.literal(true).exactOptional(),
  /** Set for a policy of the home: the role that bound it to the run's identity. */
  bound_by: z.enum(['owner', 'admin']).exactOptional(),
  /** Action of a rule for data; other rules are for the decision's own action. */
  action: dataActionSchema.exactOptional(),
  /** Condition error that makes a deny apply, or, for a policy that allows nothing, the error of its rule. */
  error: conditionErrorSchema.exactOptional(),
});
export type DecidingRule = z.infer<typeof decidingRuleSchema>;
