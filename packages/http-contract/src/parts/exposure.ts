import { z } from 'zod';

/** An agent that is out and holds credentials which no store takes back; what they open, and when the last expires. */
export const exposureSchema = z.object({
  agent_id: z.string(),
  scopes: z.array(z.string()),
  until: z.string(),
});
