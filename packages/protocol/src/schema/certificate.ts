import { z } from 'zod';
import {
  keyIdSchema,
  objectKeySchema,
  signatureSchema,
  timestampSchema,
  versionSchema,
} from './primitives.ts';

/**
 * Certification of one object by the platform. The signature covers the canonical JSON of the whole object without
 * `cert.signature`, and therefore also its key, its version and its time.
 */
export const certificateSchema = z.looseObject({
  alg: z.literal('Ed25519'),
  canonicalization: z.literal('JCS'),
  issuer: z.string().min(1).max(200),
  key_id: keyIdSchema,
  object_key: objectKeySchema,
  version: versionSchema,
  issued_at: timestampSchema,
  expires_at: timestampSchema.optional(),
  signature: signatureSchema,
});
export type Certificate = z.infer<typeof certificateSchema>;
