import { z } from 'zod';
import { conditionErrorSchema } from './deciding-rule.ts';
import { jsonObjectSchema } from './json-values.ts';

/**
 * Earlier messages that the other agent gets before the payload: `last` for the last message of the user, `texts` for the texts of user
 * and agent, `all` for calls and results too.
 */
export const handoffFilters = ['last', 'texts', 'all'] as const;

/** Agent that a task may be handed to, by a tool of its own, whose parameters are the payload's schema. */
export const pinnedHandoffSchema = z.strictObject({
  to: z.string(),
  /** Canonical name of the tool. */
  tool: z.string(),
  /** A condition in CEL over session keys, `payload`, `input` and the state of a graph (ADR 0030). */
  when: z.string().exactOptional(),
  /** Earlier messages that the other agent gets; absent for none. */
  filter: z.enum(handoffFilters).exactOptional(),
});
export type HandoffFilter = (typeof handoffFilters)[number];
export type PinnedHandoff = z.infer<typeof pinnedHandoffSchema>;

/** Reasons why a task was not handed over, although the call of the tool was allowed. */
export const handoffRefusals = ['condition_not_met', 'too_deep', 'to_itself'] as const;

const hop = { tool_call_id: z.string(), from: z.string(), to: z.string() };

export const handoffTypes = {
  'handoff.requested': {
    kind: 'derived',
    data: z.strictObject({
      ...hop,
      /** Reason given by the model; empty if the payload has none. */
      reason: z.string(),
      /** The entire input of the other agent. */
      payload: jsonObjectSchema,
      /** Number of handoffs in the chain, including this one. */
      depth: z.int().min(1),
      /** The condition that held. */
      condition: z.string().exactOptional(),
    }),
  },
  'handoff.refused': {
    kind: 'derived',
    data: z.strictObject({
      ...hop,
      code: z.enum(handoffRefusals),
      condition: z.string().exactOptional(),
      /** Error of a condition that could not be evaluated; it counts as false (S3-209). */
      error: conditionErrorSchema.exactOptional(),
    }),
  },
} as const;
