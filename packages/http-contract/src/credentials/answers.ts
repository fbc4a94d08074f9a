import { timestampSchema } from '@agent-home/protocol';
import { z } from 'zod';
import { hashText, momentText, nonEmptyText, versionNumber } from '../parts/words.ts';
import { readAs } from '../strictness/read-as.ts';

const place = {
  endpoint: z.url(),
  region: z.string().min(1),
  bucket: z.string().regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/),
};

/** Access to the bucket, a part of every credential response. */
export const storeDescriptionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('aliyun'), ...place, path_style: z.boolean() }),
  z.object({ kind: z.literal('s3'), ...place }),
]);
export type StoreDescription = z.infer<typeof storeDescriptionSchema>;

/** Readers accept any kind of store; an unknown kind is rejected when it is opened. */
const anyStoreSchema = z.looseObject({
  kind: z.string(),
  endpoint: z.url(),
  region: z.string(),
  bucket: z.string(),
  path_style: z.boolean().optional(),
});

const grantSchema = z.looseObject({ type: z.string() });

const issuedCredentialSchema = z.object({
  access_key_id: nonEmptyText,
  access_key_secret: nonEmptyText,
  security_token: nonEmptyText,
  expiration: momentText,
  grants: z.array(grantSchema),
  keys: z.array(
    z.object({ key: z.string(), not_after: readAs(z.string().optional(), timestampSchema.optional()) }),
  ),
  prefixes: z.array(z.object({ prefix: z.string(), action: z.enum(['get', 'list', 'put']) })),
});
export type IssuedCredential = z.infer<typeof issuedCredentialSchema>;

/** `POST /v1/credentials`: granted and denied permissions, and the newest versions of the objects that the credentials open. */
export const credentialAnswerSchema = z.object({
  store: readAs(storeDescriptionSchema, anyStoreSchema),
  heads: z.record(z.string(), z.object({ version: versionNumber, sha256: hashText })),
  credentials: z.array(issuedCredentialSchema),
  denied: z.array(z.object({ grant: grantSchema, code: z.string(), message: z.string() })),
});
export type CredentialAnswer = z.infer<typeof credentialAnswerSchema>;

/** `GET /v1/admin/explain`. */
export const explanationSchema = z.object({
  agent_id: z.string(),
  grant: grantSchema,
  at: z.string(),
  decision: z.enum(['allowed', 'denied']),
  code: z.string().optional(),
  message: z.string().optional(),
  facts: z.record(z.string(), z.unknown()),
  permissions: z.array(
    z.object({
      class: z.string(),
      action: z.string(),
      key: z.string().optional(),
      prefix: z.string().optional(),
      not_after: z.string().optional(),
    }),
  ),
  policies: z.array(z.object({ class: z.string(), document: z.unknown() })),
  would_change_it: z.string(),
});

/** `GET /v1/admin/explain/message`: outcome of one message, as far as the home knows. */
export const messageExplanationSchema = z.object({
  agent_id: z.string(),
  topic_id: z.string(),
  message_id: z.string(),
  object_key: z.string(),
  /**
   * `not_written`: the home has received no event for this key. `waiting`: it has one, and has not judged the object yet. `sealed`:
   * judged unseen, and not revealed yet.
   */
  outcome: z.enum(['not_written', 'waiting', 'sealed', 'accepted', 'ruled_out', 'rejected']),
  /** One sentence about the outcome. */
  message: z.string(),
  /** Ledger entry with this outcome. */
  sequence: z.int().optional(),
  judged_at: z.string().optional(),
  /** Any string, since older ledgers have further reasons. */
  code: z.string().optional(),
  when_given: z.string().optional(),
  explanation: z.string().optional(),
  /** Fault of a rejected input, with its field. */
  refusal: z.object({ field: z.string().optional(), detail: z.string() }).optional(),
  /** Facts behind the verdict; before there is one, the home's facts about the key. */
  facts: z.record(z.string(), z.unknown()),
});
export type MessageExplanation = z.infer<typeof messageExplanationSchema>;
