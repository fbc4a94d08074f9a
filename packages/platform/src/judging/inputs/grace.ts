import type { Platform } from '../../foundation/platform/platform.ts';

/**
 * Returns the time at which a deadline takes effect: after the grace period, in which the platform still accepts inputs written in
 * time.
 */
export function withGrace(platform: Pick<Platform, 'config'>, deadline: Date): Date {
  return new Date(deadline.getTime() + platform.config.deadlineGraceSeconds * 1000);
}

/** Returns the time before which deadlines have expired, including their grace period. */
export function beforeGrace(platform: Pick<Platform, 'config' | 'now'>): Date {
  return new Date(platform.now().getTime() - platform.config.deadlineGraceSeconds * 1000);
}

/** Returns the earlier of two deadlines, each of which may be missing. */
export function earlier(one: Date | undefined, other: Date | null): Date | undefined {
  if (!one || !other) return one ?? other ?? undefined;
  return one < other ? one : other;
}
