import type { Platform } from '../../foundation/platform/platform.ts';

/** When a deadline is acted upon: time enough for what was written in time to be seen. */
export function withGrace(platform: Pick<Platform, 'config'>, deadline: Date): Date {
  return new Date(deadline.getTime() + platform.config.deadlineGraceSeconds * 1000);
}

/** Deadlines before this have passed with their grace. */
export function beforeGrace(platform: Pick<Platform, 'config' | 'now'>): Date {
  return new Date(platform.now().getTime() - platform.config.deadlineGraceSeconds * 1000);
}

/** Whichever of two deadlines comes first, where there is one. */
export function earlier(one: Date | undefined, other: Date | null): Date | undefined {
  if (!one || !other) return one ?? other ?? undefined;
  return one < other ? one : other;
}
