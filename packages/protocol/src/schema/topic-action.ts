import { z } from 'zod';
import { idSchema } from './primitives.ts';

/** What an admin does to a topic: said over HTTP, and recorded in the ledger as an input of the kind `admin`. */
export const adminActionSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('close'), reason: z.string().max(200).exactOptional() }),
  z.strictObject({ action: z.literal('remove_agent'), agent_id: idSchema }),
]);
