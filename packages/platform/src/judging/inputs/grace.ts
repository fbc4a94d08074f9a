import type { Platform } from '../../foundation/platform/platform.ts';

/** Time of acting on a deadline: after the grace, in which the platform still sees what was written in time. */
export function withGrace(platform: Pick<Platform, 'config'>, deadline: Date): Date {
  return new Date(deadline.getTime() + platform.config.deadlineGraceSeconds * 1000);
}

/** Deadlines before this moment are over, their grace included. */
export function beforeGrace(platform: Pick<Platform, 'config' | 'now'>): Date {
  return new Date(platform.now().getTime() - platform.config.deadlineGraceSeconds * 1000);
}

/** The earlier of two deadlines, each of which may be missing. */
export function earlier(one: Date | undefined, other: Date | null): Date | undefined {
  if (!one || !other) return one ?? other ?? undefined;
  return one < other ? one : other;
}
