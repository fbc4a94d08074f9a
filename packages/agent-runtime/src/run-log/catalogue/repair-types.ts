import { z } from 'zod';

/** Repair of invalid calls by a model. Without it the calling model reads the error and no other model is called. */
export const pinnedRepairSchema = z.strictObject({
  /** True to repair names that mean no tool. */
  names: z.boolean(),
  /** True to repair arguments that are no JSON object. */
  arguments: z.boolean(),
  /** True to repair arguments that do not fit their tool's schema. */
  unfit: z.boolean(),
  provider: z.string(),
  model: z.string(),
  settings_key: z.string().exactOptional(),
  /** Tokens for question and answer together. */
  context_window: z.int().min(1),
  /** Maximum number of calls of one answer that are sent (S1-30). */
  max_candidates: z.int().min(1).max(100),
  /** Bytes of a tool's schema that are sent at most (S1-33). */
  max_schema_bytes: z.int().min(0).max(100_000),
  /** Maximum number of tool names that are sent (S1-35). */
  max_tools: z.int().min(1).max(1_000),
  /** Maximum number of questions about one answer's names, and about its arguments. */
  max_attempts: z.int().min(1).max(3),
});
export type PinnedRepair = z.infer<typeof pinnedRepairSchema>;

const count = z.int().min(0);
const failuresSample = z.array(z.strictObject({ tool_call_id: z.string(), reason: z.string() }));

/** Result of repairing the arguments of one response (S1-28 to S1-33). */
export const argumentsRepairedSchema = z.strictObject({
  attempts: count,
  candidates: count,
  candidates_total: count,
  candidates_sent: count,
  repaired: count,
  failed: count,
  skipped: count,
  failures_sample: failuresSample,
  model: z.string(),
  max_schema_bytes: count,
  schema_truncated_candidates: count,
});
export type ArgumentsRepaired = z.infer<typeof argumentsRepairedSchema>;

/** Result of repairing the names of one response (S1-34 to S1-38). */
export const namesRepairedSchema = z.strictObject({
  attempts: count,
  candidates_total: count,
  candidates_sent: count,
  repaired: count,
  failed: count,
  skipped: count,
  model: z.string(),
  visible_tools_total: count,
  visible_tools_sent: count,
  visible_tools_truncated: z.boolean(),
  repairs_sample: z.array(
    z.strictObject({
      tool_call_id: z.string(),
      requested_name: z.string(),
      repaired_name: z.string(),
      reason: z.string(),
    }),
  ),
  failures_sample: failuresSample,
});
export type NamesRepaired = z.infer<typeof namesRepairedSchema>;

export const repairTypes = {
  'call.names_repaired': { kind: 'derived', data: namesRepairedSchema },
  'call.arguments_repaired': { kind: 'derived', data: argumentsRepairedSchema },
} as const;
