/**
 * The keys of a text whose name came from outside: the name's own, and one for all that nobody has words for. A name
 * like `constructor` is in every object and must find nothing.
 */
export function wordKey(group: string, name: string | undefined, fallback = 'other'): string[] {
  const isWord = name !== undefined && /^[a-z][a-z0-9_]{0,59}$/.test(name) && !(name in {});
  return isWord ? [`${group}.${name}`, `${group}.${fallback}`] : [`${group}.${fallback}`];
}
