import { z } from 'zod';
import { closedReasonSchema } from '../../shared/ending.ts';
import { messageTallyShape } from '../../shared/message-tally.ts';

export const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  ...messageTallyShape,
});

export type State = z.infer<typeof stateSchema>;
