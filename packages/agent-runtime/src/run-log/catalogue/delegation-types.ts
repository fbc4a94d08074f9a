import { z } from 'zod';
import { pinnedPolicySchema } from './pinned-rules.ts';

/** Tool with which an agent delegates tasks; each becomes a run of its own. */
export const delegateTool = 'delegate';

/** Agent that the agent of a leg may delegate tasks to. */
export const pinnedSubagentSchema = z.strictObject({
  agent: z.string().min(1),
  /** Text by which a model chooses it. */
  description: z.string(),
});
export type PinnedSubagent = z.infer<typeof pinnedSubagentSchema>;

/** Rules of an agent above a delegated run. Its denies and policies hold in that run, its permissions do not. */
export const rulesAboveSchema = z.strictObject({
  agent: z.string().min(1),
  /** Id of its certified identity; empty if there is none. */
  agent_id: z.string(),
  deny: z.array(z.string()),
  policies: z.array(pinnedPolicySchema),
  /** Set for rules from a resumption of the run above, in addition to the original ones. */
  present: z.literal(true).exactOptional(),
});
export type RulesAbove = z.infer<typeof rulesAboveSchema>;

/** Call that delegated a run, and the rules that the run inherits. */
export const parentRunSchema = z.strictObject({
  run_id: z.string().min(6),
  tool_call_id: z.string(),
  /** Agent that delegates. */
  agent: z.string().min(1),
  /** Number of runs above this one. */
  depth: z.int().min(1),
  /** First agent first. */
  inherited: z.array(rulesAboveSchema).min(1),
});
export type ParentRun = z.infer<typeof parentRunSchema>;
