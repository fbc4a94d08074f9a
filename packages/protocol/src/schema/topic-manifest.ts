import { z } from 'zod';
import { certificateSchema } from './certificate.ts';
import {
  audienceShape,
  idSchema,
  sequenceSchema,
  sha256HexSchema,
  timestampSchema,
  versionSchema,
} from './primitives.ts';

/** Last entry of the ledger that another topic's ledger continues. */
export const continuesSchema = z.strictObject({
  topic_id: idSchema,
  sequence: sequenceSchema,
  hash: sha256HexSchema,
});
export type Continues = z.infer<typeof continuesSchema>;

/** `judged` leaves out `messages/` and `requests/`, so that only judged content is readable. */
export const readScopeSchema = z.enum(['all', 'judged']);
export type ReadScope = z.infer<typeof readScopeSchema>;

export const authorSignaturePolicySchema = z.enum(['optional', 'required']);
export type AuthorSignaturePolicy = z.infer<typeof authorSignaturePolicySchema>;

export const topicManifestSchema = z.looseObject({
  kind: z.literal('topic_manifest'),
  schema_version: z.literal(1),
  topic_id: idSchema,
  title: z.string().min(1).max(200),
  ...audienceShape,
  /** An open string: a mode a reader does not know makes the topic read-only for it. */
  mode: z.string().min(1).max(60),
  mode_version: versionSchema.optional(),
  /** Effective rules, including defaults. */
  rules: z.record(z.string(), z.unknown()).optional(),
  read_scope: readScopeSchema.optional(),
  author_signature: authorSignaturePolicySchema.optional(),
  created_at: timestampSchema.optional(),
  opening_question: z.string().max(2000).optional(),
  tags: z.array(z.string().max(60)).max(32).optional(),
  continues: continuesSchema.optional(),
  /** Topic under whose id this closed one continues. */
  continued_as: idSchema.optional(),
  cert: certificateSchema,
});
export type TopicManifest = z.infer<typeof topicManifestSchema>;
