import { z } from 'zod';
import { pinnedPolicySchema, runLimitsSchema, toolListsSchema } from './pinned-rules.ts';

/** Rules from files and settings at the time of a resumption. They narrow the original rules and never widen them (ADR 0042). */
export const presentRulesSchema = z.strictObject({
  operator: z.strictObject({ auto_approve: z.array(z.string()), unlocked: z.array(z.string()) }),
  /** Rules of each agent of the run that still exists on this machine; the operator's rules bind the others as well. */
  agents: z.array(
    z.strictObject({
      agent: z.string().min(1),
      lists: toolListsSchema,
      /** Rules that the run did not begin with. */
      policies: z.array(pinnedPolicySchema),
      limits: runLimitsSchema,
    }),
  ),
});
export type PresentRules = z.infer<typeof presentRulesSchema>;
