import { z } from 'zod';

/** Certified object as stored in the bucket, so that a reader need not trust the server. */
export const certifiedTextSchema = z.object({
  object_key: z.string(),
  /** `cert.version` in it. */
  version: z.int(),
  /** The exact bytes, as UTF-8 text. */
  text: z.string(),
});
export type CertifiedText = z.infer<typeof certifiedTextSchema>;
