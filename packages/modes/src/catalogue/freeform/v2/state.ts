import { z } from 'zod';
import { closedReasonSchema } from '../../../shared/ending.ts';
import { messageTallyShape } from '../../../shared/message-tally.ts';

export const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  ...messageTallyShape,
  /** Speakers of the last minute, latest last: beginning of the minute, and messages since then. */
  speakers: z.array(z.strictObject({ agent_id: z.string(), since: z.string(), lines: z.int().min(1) })),
});

export type State = z.infer<typeof stateSchema>;
