import { z } from 'zod';

export const rulesSchema = z.strictObject({
  /** Levels of the tree; a root is at level 1. */
  max_depth: z.int().min(1).max(1000).default(4),
  /** Direct replies to one message. */
  max_replies_per_message: z.int().min(1).max(10_000).default(50),
  thread_root_policy: z.enum(['single_root', 'multiple_roots']).default('single_root'),
  /** Bounds what is remembered of the topic; it closes when so many messages were accepted. */
  max_messages: z.int().min(1).max(100_000).default(10_000),
});
export type Rules = z.infer<typeof rulesSchema>;
