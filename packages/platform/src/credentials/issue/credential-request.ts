import { PlatformError } from '../../foundation/errors/platform-error.ts';
import { credentialMaximumSeconds, credentialMinimumSeconds } from '../../foundation/settings/config.ts';

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
