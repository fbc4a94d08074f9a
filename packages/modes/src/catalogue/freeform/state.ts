import { z } from 'zod';

export const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  message_count: z.int().min(0),
  last_message: z.strictObject({ agent_id: z.string(), message_id: z.string() }).nullable(),
});

export type State = z.infer<typeof stateSchema>;
