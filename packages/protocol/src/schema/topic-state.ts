import { z } from 'zod';
import { certificateSchema } from './certificate.ts';
import { idSchema, sha256HexSchema, timestampSchema, versionSchema } from './primitives.ts';

/** State of a topic: the mode's own state and the ledger entry that led to it. */
export const topicStateSchema = z.looseObject({
  kind: z.literal('topic_state'),
  schema_version: z.literal(1),
  topic_id: idSchema,
  mode: z.string().min(1).max(60),
  mode_version: versionSchema.optional(),
  updated_at: timestampSchema,
  ledger: z.looseObject({ sequence: z.int().min(0), head: sha256HexSchema }).optional(),
  state: z.record(z.string(), z.unknown()).optional(),
  cert: certificateSchema,
});
export type TopicState = z.infer<typeof topicStateSchema>;

export const topicSummarySchema = z.looseObject({
  kind: z.literal('topic_summary'),
  schema_version: z.literal(1),
  topic_id: idSchema,
  updated_at: timestampSchema,
  summary: z.string().max(20_000),
  /** Method of the summary: `extractive` quotes, `model:NAME` has a model of the operator write it. */
  method: z.string().min(1).max(60).optional(),
  /** Last entry before the summary. */
  ledger: z.looseObject({ sequence: z.int().min(0), head: sha256HexSchema }).optional(),
  cert: certificateSchema,
});
export type TopicSummary = z.infer<typeof topicSummarySchema>;
