import { z } from 'zod';

export const rulesSchema = z.strictObject({
  /** Introductions per agent and card version. */
  per_agent_limit: z.int().min(1).max(99).default(1),
  allow_reintro_on_card_version_increase: z.boolean().default(true),
  /** Unicode code points of the text in NFC, white space at its ends left out. */
  min_chars: z.int().min(0).max(10_000).default(50),
});
export type Rules = z.infer<typeof rulesSchema>;
