import {
  authorSignaturePolicySchema,
  continuesSchema,
  idSchema,
  type JsonObject,
} from '@agent-home/protocol';
import { z } from 'zod';

/**
 * The first input of every ledger: all that later verdicts depend on besides their own recorded context, so that
 * a ledger replays without anything beside it.
 */
export const topicTermsSchema = z.strictObject({
  action: z.literal('start'),
  topic_id: idSchema,
  mode: z.string(),
  mode_version: z.int().min(1),
  /** Effective: defaults are written out. */
  rules: z.record(z.string(), z.unknown()),
  author_signature: authorSignaturePolicySchema,
  limits: z.strictObject({ message_bytes: z.int().min(1), request_bytes: z.int().min(1) }),
  /** Binds the end of the ledger that this one goes on with. Changes no verdict. */
  continues: continuesSchema.exactOptional(),
});

/** Terms of a topic: mode, version, rules and limits. */
export type TopicTerms = Omit<z.infer<typeof topicTermsSchema>, 'rules'> & { rules: JsonObject };

/** What a `reveal` entry's body says: the salt and text of a sealed entry, or the secret of the random values. */
export const revealSchema = z.union([
  z.strictObject({ sequence: z.int().min(1), salt: z.string(), text: z.string() }),
  z.strictObject({ random_secret: z.string().regex(/^[0-9a-f]{64}$/) }),
]);
