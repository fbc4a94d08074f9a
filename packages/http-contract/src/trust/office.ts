import { z } from 'zod';

/** `GET /v1/admin/keys`: public keys only. */
export const officeKeysSchema = z.object({
  issuer: z.string(),
  /** Version of the key list in the bucket. */
  version: z.int(),
  issued_at: z.string(),
  /** Time at which the platform last confirmed this list. */
  timestamp_at: z.string().optional(),
  root_sets: z.array(
    z.object({
      version: z.int(),
      threshold: z.int(),
      keys: z.array(z.object({ key_id: z.string(), sha256: z.string() })),
    }),
  ),
  signing_keys: z.array(
    z.object({
      key_id: z.string(),
      /** SHA-256 of the 32 bytes of the public key, hexadecimal. */
      sha256: z.string(),
      purpose: z.string(),
      valid_from: z.string(),
      valid_until: z.string(),
      revoked: z.object({ reason: z.string(), at: z.string() }).optional(),
    }),
  ),
});
export type OfficeKeys = z.infer<typeof officeKeysSchema>;
