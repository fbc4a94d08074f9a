import { sessionSeconds } from '@agent-home/object-store';
import { PlatformError } from '../../foundation/errors/platform-error.ts';

/** A duration outside the range is refused and not shortened: whoever asks for an hour must not get less unawares. */
export function requireDuration(requested: number | undefined, defaultSeconds: number): number {
  const seconds = requested ?? defaultSeconds;
  if (seconds < sessionSeconds.least || seconds > sessionSeconds.most) {
    throw new PlatformError(
      'duration_out_of_range',
      `duration_seconds must lie between ${sessionSeconds.least} and ${sessionSeconds.most}`,
      { path: 'duration_seconds' },
    );
  }
  return seconds;
}
