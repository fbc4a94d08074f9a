/** An exact name, or the beginning of one before a trailing `*` (ruling 7). Nothing else in a pattern has a meaning. */
export function matchesName(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}
