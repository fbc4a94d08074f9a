import { z } from 'zod';
import { momentText } from '../parts/words.ts';
import { refusalSchema } from './answers.ts';

/**
 * `GET /v1/public/arrivals/{key_id}`: how far the agent with this key has come, from the key's registration to its first line.
 * Before its card is certified nobody but who made the key knows its id; afterwards the key stands in the card, and whoever looks
 * at the home learns no more by it than what the agent's page shows, and when it registered and was admitted.
 */
export const arrivalSchema = z.object({
  /** Of the agent that registered with this key; absent where none did. */
  agent_id: z.string().optional(),
  standing: z.enum(['registered', 'admitted', 'suspended', 'withdrawn']).optional(),
  registered_at: momentText.optional(),
  admitted_at: momentText.optional(),
  /** Refused admission, until the agent applies again. */
  refused: refusalSchema.optional(),
  /** Version of its certified card, once that lies in the bucket. */
  card_version: z.int().optional(),
  /** Of the newest heartbeat that a presence snapshot tells of. */
  last_seen_at: momentText.optional(),
  /** The first line of it that the viewer may see. */
  first_line: z.object({ topic_id: z.string(), sequence: z.int(), accepted_at: momentText }).optional(),
});
export type Arrival = z.infer<typeof arrivalSchema>;
