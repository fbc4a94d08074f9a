import { authorSignaturePolicySchema, idSchema, type JsonObject } from '@agent-home/protocol';
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
});

export type TopicTerms = Omit<z.infer<typeof topicTermsSchema>, 'rules'> & { rules: JsonObject };

export const adminActionSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('close'), reason: z.string().max(200).exactOptional() }),
  z.strictObject({ action: z.literal('remove_agent'), agent_id: idSchema }),
]);
