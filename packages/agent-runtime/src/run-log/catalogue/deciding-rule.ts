import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Why a condition could not be judged. */
export const conditionErrorCodes = ['no_such_key', 'wrong_type', 'too_many_steps', 'unknown_time'] as const;
export type ConditionErrorCode = (typeof conditionErrorCodes)[number];
export const conditionErrorSchema = z.enum(conditionErrorCodes);
export const policyNameSchema = z.strictObject({ name: z.string(), version: z.string(), sha256 });

/** What is asked of data, beside the call itself. */
export const dataActionSchema = z.enum(['data.read', 'data.write']);

/** A rule that had a part in a decision: whose it is, which, and what it asked for. */
export const decidingRuleSchema = z.strictObject({
  layer: z.enum(['definition', 'policy', 'operator', 'limits', 'runtime', 'person']),
  /** Where it stands, as `tools.deny[0]` or `spec.rules[2]`. */
  rule: z.string(),
  effect: z.enum(['allow', 'confirm', 'deny']),
  /** Of a rule that confirms: whether the run may go on after a refusal. */
  approval: z.enum(['required', 'optional']).exactOptional(),
  policy: policyNameSchema.exactOptional(),
  /** Whose rule it is, where it is one of an agent before in the chain of handoffs, whose denies go on. */
  agent: z.string().exactOptional(),
  /** Set for a rule of the resumption that the run did not begin with. */
  present: z.literal(true).exactOptional(),
  /** Of a rule for data: the others are for the decision's own action. */
  action: dataActionSchema.exactOptional(),
  /** A deny that holds because its condition cannot be judged; of a policy that allows nothing, why its rule did not. */
  error: conditionErrorSchema.exactOptional(),
});
export type DecidingRule = z.infer<typeof decidingRuleSchema>;
