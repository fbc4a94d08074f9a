import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A rule that had a part in a decision: whose it is, which, and what it asked for. */
export const decidingRuleSchema = z.strictObject({
  layer: z.enum(['definition', 'policy', 'operator', 'limits', 'runtime', 'person']),
  /** Where it stands, as `tools.deny[0]` or `spec.rules[2]`. */
  rule: z.string(),
  effect: z.enum(['allow', 'confirm', 'deny']),
  /** Of a rule that confirms: whether the run may go on after a refusal. */
  approval: z.enum(['required', 'optional']).exactOptional(),
  policy: z.strictObject({ name: z.string(), version: z.string(), sha256 }).exactOptional(),
});
export type DecidingRule = z.infer<typeof decidingRuleSchema>;
