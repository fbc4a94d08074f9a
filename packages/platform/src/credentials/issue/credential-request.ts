import { grantRequestSchema } from '@agent-home/access';
import { z } from 'zod';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { credentialMaximumSeconds, credentialMinimumSeconds } from '../../foundation/settings/config.ts';

export const credentialRequestSchema = z.strictObject({
  grants: z.array(grantRequestSchema).min(1).max(100),
  duration_seconds: z.int().optional(),
});
export type CredentialRequest = z.infer<typeof credentialRequestSchema>;

/** Outside the range is refused, never clamped: who asks for an hour and gets less must know. */
export function requireDuration(requested: number | undefined, defaultSeconds: number): number {
  const seconds = requested ?? defaultSeconds;
  if (seconds < credentialMinimumSeconds || seconds > credentialMaximumSeconds) {
    throw new PlatformError(
      'duration_out_of_range',
      `duration_seconds must lie between ${credentialMinimumSeconds} and ${credentialMaximumSeconds}`,
      { path: 'duration_seconds' },
    );
  }
  return seconds;
}
