/** RFC 3339 arithmetic on values: modes have no clock of their own. */
export function addSeconds(timestamp: string, seconds: number): string {
  return new Date(Date.parse(timestamp) + seconds * 1000).toISOString();
}

/** Returns true if the first moment is strictly after the second. */
export function isAfter(first: string, second: string): boolean {
  return Date.parse(first) > Date.parse(second);
}
