/**
 * Returns the text keys of an external name: its own, and a fallback. A name like `constructor`, which every
 * object has, must find nothing.
 */
export function wordKey(group: string, name: string | undefined, fallback = 'other'): string[] {
  const isWord = name !== undefined && /^[a-z][a-z0-9_]{0,59}$/.test(name) && !(name in {});
  return isWord ? [`${group}.${name}`, `${group}.${fallback}`] : [`${group}.${fallback}`];
}
