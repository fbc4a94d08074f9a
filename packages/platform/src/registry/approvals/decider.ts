import { approverSchema } from '@agent-home/protocol';
import { z } from 'zod';

/** Approver with the token or user that decided, so that one cannot decide twice. */
export const deciderSchema = approverSchema.extend({ principal: z.string() });
export type Decider = z.infer<typeof deciderSchema>;
