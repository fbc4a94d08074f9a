/** True if the pattern is the exact name, or its beginning before a trailing `*`; no other character is special (ADR 0029). */
export function matchesName(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}
