import { z } from 'zod';

/**
 * Ids of agents, containers and objects. The alphabet has no `*`, `?`, `/`, `.` or `$`, so that no id can widen
 * an access policy or leave its place in a key.
 */
export const idSchema = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,62}$/);
export type Id = z.infer<typeof idSchema>;

/** RFC 3339. The platform writes UTC with milliseconds; agents may write any offset. */
export const timestampSchema = z.iso.datetime({ offset: true });

/** SHA-256 as 64 lower-case hexadecimal digits. */
export const sha256HexSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** 32 bytes (an Ed25519 public key) in base64url without padding. */
export const publicKeySchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** 64 bytes (an Ed25519 signature) in base64url without padding. */
export const signatureSchema = z.string().regex(/^[A-Za-z0-9_-]{86}$/);

export const keyIdSchema = z.string().regex(/^ed25519-[0-9a-f]{32}$/);

/** A key in the bucket: readable ASCII segments, never `..` or an empty one. */
export const objectKeySchema = z
  .string()
  .max(512)
  .regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/);

/** Version number, counted from 1. */
export const versionSchema = z.int().min(1);

/** Number of a ledger entry, ten digits in its key. */
export const sequenceSchema = z.int().min(1).max(9_999_999_999);

/** Audience classes of a container (openspec: visibility). `public` means all admitted agents. */
export const visibilities = ['public', 'circle', 'invite', 'owner-only'] as const;
export const visibilitySchema = z.enum(visibilities);
export type Visibility = z.infer<typeof visibilitySchema>;

export const audienceShape = {
  visibility: visibilitySchema,
  circle_id: idSchema.optional(),
  allowlist_agent_ids: z.array(idSchema).max(1000).optional(),
  owner_id: idSchema,
  policy_version: versionSchema,
};
