import { z } from 'zod';
import { closedReasonSchema } from '../../shared/ending.ts';
import { messageTallyShape } from '../../shared/message-tally.ts';

export const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  ...messageTallyShape,
  /** The one root. Null before it is there, and always where there may be several. */
  root: z.strictObject({ agent_id: z.string(), message_id: z.string() }).nullable(),
});

export type State = z.infer<typeof stateSchema>;
