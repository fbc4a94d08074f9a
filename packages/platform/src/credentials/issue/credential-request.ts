import { sessionSeconds } from '@agent-home/object-store';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { PlatformConfig } from '../../foundation/settings/config.ts';

/** A duration outside the range is refused and not shortened: whoever asks for an hour must not get less unawares. */
export function requireDuration(requested: number | undefined, config: PlatformConfig): number {
  const { credentialDefaultSeconds, credentialMaximumSeconds: most } = config;
  const seconds = requested ?? credentialDefaultSeconds;
  if (seconds < sessionSeconds.least || seconds > most) {
    throw new PlatformError(
      'duration_out_of_range',
      `duration_seconds must lie between ${sessionSeconds.least} and ${most}`,
      { path: 'duration_seconds' },
    );
  }
  return seconds;
}
