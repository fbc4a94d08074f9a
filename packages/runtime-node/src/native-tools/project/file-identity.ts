import type { BigIntStats } from 'node:fs';

/** Returns the identity of a file, independent of its names. */
export function fileIdentity(status: BigIntStats): string {
  return `${status.dev}:${status.ino}`;
}
