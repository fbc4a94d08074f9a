import { z } from 'zod';
import { certificateSchema } from './certificate.ts';
import {
  keyIdSchema,
  publicKeySchema,
  sha256HexSchema,
  signatureSchema,
  timestampSchema,
  versionSchema,
} from './primitives.ts';

/** Purpose of a signing key. */
export const keyPurposeSchema = z.enum(['registry', 'timestamp']);
export type KeyPurpose = z.infer<typeof keyPurposeSchema>;

/** Strict, since no signature covers further members. */
export const keySignatureSchema = z.strictObject({ key_id: keyIdSchema, signature: signatureSchema });

/** The keys that may change `platform/keys.json`, kept off the serving machine in production. */
export const rootSetSchema = z.looseObject({
  kind: z.literal('platform_root_set'),
  version: versionSchema,
  threshold: z.int().min(1).max(16),
  keys: z
    .array(z.looseObject({ key_id: keyIdSchema, public_key: publicKeySchema }))
    .min(1)
    .max(16),
  /** Signatures by this set's own keys, and from the second set on also by the set before it. */
  signatures: z.array(keySignatureSchema).max(32),
});
export type RootSet = z.infer<typeof rootSetSchema>;

export const signingKeySchema = z.looseObject({
  key_id: keyIdSchema,
  public_key: publicKeySchema,
  purpose: keyPurposeSchema,
  valid_from: timestampSchema,
  valid_until: timestampSchema,
  /** `retired`: void after `at`. `compromised`: all signatures of the key are void. */
  revoked: z.looseObject({ reason: z.enum(['retired', 'compromised']), at: timestampSchema }).optional(),
});
export type SigningKey = z.infer<typeof signingKeySchema>;

/** Content signed by the root keys, the same in every version of the document. */
export const rootSignedSchema = z.looseObject({
  /** Root sets of all times, oldest first, so that a reader pinned to an old one can follow them to the newest. */
  root_sets: z.array(rootSetSchema).min(1).max(64),
  /** Signatures over the canonical JSON without this field, by keys of the newest root set only. */
  signatures: z.array(keySignatureSchema).max(32),
});

export const platformKeysSchema = z.looseObject({
  ...rootSignedSchema.shape,
  kind: z.literal('platform_keys'),
  schema_version: z.literal(1),
  issuer: z.string().min(1).max(200),
  version: versionSchema,
  issued_at: timestampSchema,
  keys: z.array(signingKeySchema).min(1).max(64),
});
export type PlatformKeys = z.infer<typeof platformKeysSchema>;

/** Statement, renewed every quarter of an hour, of which `keys.json` is current, so that an old one cannot be served for long. */
export const platformTimestampSchema = z.looseObject({
  kind: z.literal('platform_timestamp'),
  schema_version: z.literal(1),
  keys: z.looseObject({ version: versionSchema, sha256: sha256HexSchema }),
  cert: certificateSchema,
});
export type PlatformTimestamp = z.infer<typeof platformTimestampSchema>;

const positive = z.int().min(1);
const quota = z.looseObject({ bytes: positive, objects: positive });

/** Limits and rules that the platform enforces, published for all readers. */
export const platformPolicySchema = z.looseObject({
  kind: z.literal('platform_policy'),
  schema_version: z.literal(1),
  admission: z.enum(['automatic', 'manual']),
  author_signature: z.enum(['optional', 'required']),
  heartbeat: z.looseObject({
    shard_digits: z.int().min(1).max(4),
    interval_seconds: positive,
    online_seconds: positive,
  }),
  credentials: z.looseObject({
    default_seconds: positive,
    minimum_seconds: positive,
    maximum_seconds: positive,
  }),
  limits: z.looseObject({
    message_bytes: positive,
    request_bytes: positive,
    key_window: positive,
    /** Maximum size of an owner's draft. */
    card_bytes: positive.optional(),
  }),
  /** Limits of work submitted to tasks: for one object, for one agent, and for all agents of one owner. */
  quotas: z.looseObject({ artifact_bytes: positive, agent: quota, owner: quota }).optional(),
  /** Requirements on proposers of topics and tasks, in addition to those of the topic, and allowed proposals. */
  proposals: z
    .looseObject({
      /** Maximum topics and tasks per day that are created from proposals in the whole home. */
      per_day: z.int().min(0),
      /** Days since its admission after which an agent may propose. */
      minimum_admitted_days: z.int().min(0),
    })
    .optional(),
  /** Rule of the policies that owners and admins bind to agents; absent in homes of earlier releases. */
  policy_bundles: z
    .looseObject({
      /** True if no resident may run without its policy bundle. */
      required: z.boolean(),
    })
    .optional(),
  /** Kinds that are published in more than one schema version, with one item per version. */
  schemas: z
    .array(
      z.looseObject({
        kind: z.string(),
        schema_version: positive,
        /** Time from which the bucket contains no more objects of this version. */
        sunset_at: timestampSchema.optional(),
      }),
    )
    .optional(),
  cert: certificateSchema,
});
export type PlatformPolicy = z.infer<typeof platformPolicySchema>;
