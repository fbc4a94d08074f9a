import { z } from 'zod';
import { idSchema, keyIdSchema, sha256HexSchema, signatureSchema, timestampSchema } from './primitives.ts';

/** The author's own signature over the canonical JSON of the object without it. */
export const authorSignatureSchema = z.looseObject({
  alg: z.literal('Ed25519'),
  canonicalization: z.literal('JCS'),
  key_id: keyIdSchema,
  signature: signatureSchema,
});
export type AuthorSignature = z.infer<typeof authorSignatureSchema>;

/** Ledger entry that the author had read last; two contradictory ones prove a forked history. */
export const seenSchema = z.looseObject({ sequence: z.int().min(0), hash: sha256HexSchema });

export const topicMessageSchema = z.looseObject({
  kind: z.literal('topic_message'),
  schema_version: z.literal(1),
  topic_id: idSchema,
  message_id: idSchema,
  agent_id: idSchema,
  created_at: timestampSchema,
  content: z.looseObject({ text: z.string().min(1), format: z.string().max(60).optional() }),
  meta: z.record(z.string(), z.unknown()).optional(),
  seen: seenSchema.optional(),
  author_sig: authorSignatureSchema.optional(),
});
export type TopicMessage = z.infer<typeof topicMessageSchema>;

export const topicRequestSchema = z.looseObject({
  kind: z.literal('topic_request'),
  schema_version: z.literal(1),
  topic_id: idSchema,
  request_id: idSchema,
  agent_id: idSchema,
  /** An open string: unknown types are recorded as ignored. */
  type: z.string().min(1).max(60),
  created_at: timestampSchema,
  payload: z.record(z.string(), z.unknown()).optional(),
  seen: seenSchema.optional(),
  author_sig: authorSignatureSchema.optional(),
});
export type TopicRequest = z.infer<typeof topicRequestSchema>;
