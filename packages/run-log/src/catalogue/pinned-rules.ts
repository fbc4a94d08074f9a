import { z } from 'zod';
import { jsonObjectSchema } from './json-values.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const json = jsonObjectSchema;

/** Which tools an agent may call, as its definition says. */
export const toolListsSchema = z.strictObject({
  allow: z.array(z.string()).exactOptional(),
  deny: z.array(z.string()),
});

export const pinnedPolicySchema = z.strictObject({
  name: z.string(),
  version: z.string(),
  sha256,
  /** The whole PolicySpec: a reader of the log can judge each decision again. */
  spec: json,
});
export type PinnedPolicy = z.infer<typeof pinnedPolicySchema>;

export const runLimitsSchema = z.strictObject({
  max_tokens: z.int(),
  max_tool_calls: z.int(),
  timeout_ms: z.int(),
  max_rounds: z.int(),
  /** Money, in the unit of the model's price. */
  max_cost: z.number().min(0).exactOptional(),
});
export type RunLimits = z.infer<typeof runLimitsSchema>;
