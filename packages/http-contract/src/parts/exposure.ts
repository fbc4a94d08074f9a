import { z } from 'zod';

/** Agent that lost access but still holds credentials, which no store can revoke: their scopes, and the expiry of the last one. */
export const exposureSchema = z.object({
  agent_id: z.string(),
  scopes: z.array(z.string()),
  until: z.string(),
});
