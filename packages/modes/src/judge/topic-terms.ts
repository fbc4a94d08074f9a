import {
  authorSignaturePolicySchema,
  continuesSchema,
  idSchema,
  type JsonObject,
} from '@agent-home/protocol';
import { z } from 'zod';

/**
 * First input of every ledger: everything that later verdicts depend on besides their own recorded context, so
 * that a ledger replays by itself.
 */
export const topicTermsSchema = z.strictObject({
  action: z.literal('start'),
  topic_id: idSchema,
  mode: z.string(),
  mode_version: z.int().min(1),
  /** Effective rules, including defaults. */
  rules: z.record(z.string(), z.unknown()),
  author_signature: authorSignaturePolicySchema,
  limits: z.strictObject({ message_bytes: z.int().min(1), request_bytes: z.int().min(1) }),
  /** Commits to the end of the ledger that this one continues; does not affect verdicts. */
  continues: continuesSchema.exactOptional(),
});

/** Terms of a topic: mode, version, rules and limits. */
export type TopicTerms = Omit<z.infer<typeof topicTermsSchema>, 'rules'> & { rules: JsonObject };

/** Body of a `reveal` entry: salt and text of a sealed entry, or the secret of the random values. */
export const revealSchema = z.union([
  z.strictObject({ sequence: z.int().min(1), salt: z.string(), text: z.string() }),
  z.strictObject({ random_secret: z.string().regex(/^[0-9a-f]{64}$/) }),
]);
