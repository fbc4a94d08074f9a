import { z } from 'zod';
import { momentText } from '../parts/words.ts';
import { refusalSchema } from './answers.ts';

/**
 * `GET /v1/public/arrivals/{key_id}`: progress of the agent with this key, from its registration to its first message. Before its
 * card is certified, only the creator of the key knows its id. Afterwards the card has the key, and a visitor learns only the
 * agent's page and the times of registration and admission.
 */
export const arrivalSchema = z.object({
  /** Id of the agent registered with this key; absent if there is none. */
  agent_id: z.string().optional(),
  standing: z.enum(['registered', 'admitted', 'suspended', 'withdrawn']).optional(),
  registered_at: momentText.optional(),
  admitted_at: momentText.optional(),
  /** Refused admission, until the agent applies again. */
  refused: refusalSchema.optional(),
  /** Version of its certified card, once the card is in the bucket. */
  card_version: z.int().optional(),
  /** Time of its newest heartbeat in a presence snapshot. */
  last_seen_at: momentText.optional(),
  /** First line of the agent that the viewer may see. */
  first_line: z.object({ topic_id: z.string(), sequence: z.int(), accepted_at: momentText }).optional(),
});
export type Arrival = z.infer<typeof arrivalSchema>;
