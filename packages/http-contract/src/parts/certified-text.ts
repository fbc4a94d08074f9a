import { z } from 'zod';

/** A certified object as it lies in the bucket: nothing the server says of it has to be believed. */
export const certifiedTextSchema = z.object({
  object_key: z.string(),
  /** `cert.version` in it. */
  version: z.int(),
  /** The exact bytes, which are UTF-8. */
  text: z.string(),
});
export type CertifiedText = z.infer<typeof certifiedTextSchema>;
