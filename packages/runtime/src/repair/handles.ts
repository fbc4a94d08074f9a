import type { JsonValue } from '@agent-home/protocol';

const handle = /vault:\/\/[a-zA-Z0-9._-]*/g;

/**
 * The handles of secrets in a text or in arguments, each whole: a repair may keep one that was written and never put one in, and
 * `vault://git` is not what somebody wrote who wrote `vault://github`.
 */
export function handlesIn(value: JsonValue): string[] {
  if (typeof value === 'string') return value.match(handle) ?? [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(handlesIn);
}
