import { z } from 'zod';
import { jsonObjectSchema } from './json-values.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const json = jsonObjectSchema;

/** Tools that an agent may call according to its definition. */
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

/** Origin of each limit, in words: an error names the field that raises it. */
const setBySchema = z.strictObject({
  max_tokens: z.string().exactOptional(),
  max_total_tokens: z.string().exactOptional(),
  max_tool_calls: z.string().exactOptional(),
  timeout_ms: z.string().exactOptional(),
  max_cost: z.string().exactOptional(),
});

export const runLimitsSchema = z.strictObject({
  max_tokens: z.int(),
  /** Set: `max_tokens` limits generated tokens (ADR 0038). Absent in logs of earlier releases: prompt and generated tokens. */
  counts: z.literal('generated').exactOptional(),
  /** Prompt and generated tokens. */
  max_total_tokens: z.int().exactOptional(),
  max_tool_calls: z.int(),
  timeout_ms: z.int(),
  max_rounds: z.int(),
  /** Money, in the unit of the model's price. */
  max_cost: z.number().min(0).exactOptional(),
  set_by: setBySchema.exactOptional(),
});
export type RunLimits = z.infer<typeof runLimitsSchema>;
