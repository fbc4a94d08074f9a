import { sessionSeconds } from '@agent-home/object-store';
import { PlatformError } from '../../foundation/errors/platform-error.ts';

/** Outside the range is refused, never clamped: who asks for an hour and gets less must know. */
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
