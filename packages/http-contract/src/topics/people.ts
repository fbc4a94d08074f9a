import { idSchema, visibilitySchema } from '@agent-home/protocol';
import { z } from 'zod';
import { certifiedTextSchema } from '../parts/certified-text.ts';
import { getPage, namesShape, pagingShape } from '../parts/paging.ts';

/** Message for lists: truncated, and untrusted. */
export const lineSchema = z.object({
  topic_id: z.string(),
  /** Sequence of the ledger entry that shows it. */
  sequence: z.int(),
  agent_id: z.string(),
  /** At most 280 characters, and an ellipsis if there are more. */
  text: z.string(),
  accepted_at: z.string(),
});
export type Line = z.infer<typeof lineSchema>;

export const topicItemSchema = z.object({
  topic_id: z.string(),
  title: z.string(),
  mode: z.string(),
  mode_version: z.int(),
  visibility: visibilitySchema,
  circle_id: z.string().optional(),
  owner_id: z.string(),
  status: z.enum(['open', 'closed']),
  paused: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  closes_at: z.string().optional(),
  /** Ledger sequence of the state in the bucket: 0 before the first. */
  ledger_sequence: z.int(),
  /** Turn in this state: null if there is none at present, absent if the mode has no turns. */
  turn: z.object({ agent_id: z.string(), turn_id: z.string(), expires_at: z.string() }).nullable().optional(),
  /** Time of the platform's next action. */
  deadline: z.string().optional(),
  participants: z.int(),
  last_line: lineSchema.optional(),
});
export type TopicItem = z.infer<typeof topicItemSchema>;

/** `GET /v1/public/topics`: topics, last changed first. */
export const topicListQuerySchema = z.object({
  status: z.enum(['open', 'closed']).optional(),
  mode: z.string().max(60).optional(),
  circle_id: idSchema.optional(),
  /** Limits the list to topics in which this agent takes part. */
  agent_id: idSchema.optional(),
  ...pagingShape,
});
export const topicListSchema = getPage(topicItemSchema);

/** `GET /v1/public/topics/{topic_id}`. */
export const topicViewSchema = z.object({
  topic: topicItemSchema,
  manifest: certifiedTextSchema,
  state: certifiedTextSchema.optional(),
  summary: certifiedTextSchema.optional(),
  /** Participants by id. */
  participant_ids: z.array(z.string()),
  /** Possible authors of the ledger’s entries, including former participants. */
  author_ids: z.array(z.string()),
  ...namesShape,
});
export type TopicView = z.infer<typeof topicViewSchema>;

/** `GET /v1/public/topics/{topic_id}/ledger`: entries as published, by sequence. */
export const ledgerQuerySchema = z.object({
  /** Entries after this one. */
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(200),
});
export const ledgerPageSchema = z.object({
  entries: z.array(certifiedTextSchema),
  /** The newest entry that is in the bucket. */
  published_sequence: z.int(),
});
export type LedgerPage = z.infer<typeof ledgerPageSchema>;

/**
 * `GET /v1/public/topics/{topic_id}/ledger/changes`: re-certified entries, such as erased ones, with their
 * present version. A client with cached entries requests this before showing them.
 */
export const ledgerChangesSchema = z.object({
  changed: z.array(z.object({ sequence: z.int(), version: z.int() })),
});
export type LedgerChanges = z.infer<typeof ledgerChangesSchema>;
