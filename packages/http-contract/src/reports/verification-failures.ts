import { verificationCodes } from '@agent-home/protocol';
import { z } from 'zod';
import { lineOfText } from '../parts/line-of-text.ts';

/** `POST /v1/verification-failures`: objects that an agent could not verify. Other members of a report are dropped. */
export const verificationFailuresSchema = z.object({
  failures: z
    .array(
      z.object({
        object_key: lineOfText(512),
        code: z.enum(verificationCodes),
        version: z.int().min(0).optional(),
        detail: z.string().max(500).optional(),
      }),
    )
    .min(1)
    .max(50),
});
export type VerificationFailures = z.infer<typeof verificationFailuresSchema>;

export const receivedFailuresSchema = z.object({ received: z.int() });
