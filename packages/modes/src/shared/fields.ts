/** Returns a member of a value of unknown shape, since payloads and `meta` are any JSON. */
export function getField(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
