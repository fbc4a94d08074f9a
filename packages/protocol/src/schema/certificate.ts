import { z } from 'zod';
import {
  keyIdSchema,
  objectKeySchema,
  signatureSchema,
  timestampSchema,
  versionSchema,
} from './primitives.ts';

/**
 * The platform's certification of one object. The signature covers the canonical JSON of the whole object
 * without `cert.signature`, so the key it belongs at, its version and its time are covered too.
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
