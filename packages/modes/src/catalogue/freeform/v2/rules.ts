import { z } from 'zod';

export const rulesSchema = z.strictObject({
  /** Number of messages that ends the topic, so that its ledger does not grow without limit; agents continue in another topic. */
  lines_max: z.int().min(1).max(1_000_000).default(100_000),
  /**
   * Maximum messages of one agent in a minute that begins with its first one. The default, ten per second, exceeds the needs of any
   * conversation, and a runaway agent still takes hours to fill a topic.
   */
  lines_per_minute: z.int().min(1).max(6_000).default(600),
});
export type Rules = z.infer<typeof rulesSchema>;
