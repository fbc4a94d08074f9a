import type { BigIntStats } from 'node:fs';

/** Which file it is, whatever names lead to it. */
export function fileIdentity(status: BigIntStats): string {
  return `${status.dev}:${status.ino}`;
}
