/**
 * Returns a valid id unchanged. Any other value is not repeated, because a name with a line break could pose as one of our
 * sentences.
 */
export function getId(value: unknown): string {
  return typeof value === 'string' && /^[a-z0-9][a-z0-9_-]{0,62}$/.test(value) ? value : '(unreadable)';
}

/** Returns a code of the platform, checked for its form only, because the lists of codes are open. */
export function getCode(value: unknown): string {
  return typeof value === 'string' && /^[a-z][a-z0-9_]{0,59}$/.test(value) ? value : 'unknown_code';
}

export function getTime(value: unknown): string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(value)
    ? value
    : '(unreadable)';
}

/** Returns a key of the bucket: ids, file names and slashes. */
export function getKey(value: unknown): string {
  return typeof value === 'string' && /^[a-z0-9][a-z0-9_./-]{0,500}$/.test(value) ? value : '(unreadable)';
}
