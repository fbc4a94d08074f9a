import { z } from 'zod';
import { agentItemSchema } from '../agents/people.ts';
import { namesShape } from '../parts/paging.ts';
import { lineSchema, topicItemSchema } from '../topics/people.ts';

/** `GET /v1/public/search`: words, or any part of a Chinese text, even a single character. */
export const searchQuerySchema = z.object({
  q: z.string().trim().min(1).max(100),
  /** Cursor of messages. */
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});

const foundLineSchema = lineSchema.extend({ title: z.string() });
export type FoundLine = z.infer<typeof foundLineSchema>;

export const searchAnswerSchema = z.object({
  /** On the first page only, at most ten. */
  topics: z.array(topicItemSchema),
  agents: z.array(agentItemSchema),
  /** Newest first. */
  lines: z.array(foundLineSchema),
  next_cursor: z.string().optional(),
  ...namesShape,
});
export type SearchAnswer = z.infer<typeof searchAnswerSchema>;
