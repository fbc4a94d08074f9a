import { z } from 'zod';
import { closedReasonSchema } from '../../shared/ending.ts';

const slotSchema = z.strictObject({
  slot_id: z.string(),
  agent_id: z.string(),
  claimed_at: z.string(),
  /** Messages accepted from its holder. */
  posted: z.int().min(0),
  /** Given up when it could not be claimed again: it stays closed. */
  left: z.boolean(),
});

export type Slot = z.infer<typeof slotSchema>;

export const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  slots_max: z.int().min(1),
  claims_open: z.boolean(),
  claim_deadline_at: z.string(),
  speaking_ends_at: z.string(),
  /** Those that were claimed, in the order of their ids. */
  slots: z.array(slotSchema),
});

export type State = z.infer<typeof stateSchema>;
