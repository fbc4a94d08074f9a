import { isUsableKey } from '@agent-home/object-store';

const rawPrefix = 'raw:';
/** Three for each byte of a key, and the prefix. */
export const maxListedName = 3 * 1023 + rawPrefix.length;

/**
 * What the home calls an object an agent has put. An agent may choose any key below its folder: control characters,
 * which PostgreSQL and terminals do not take, or dot segments, which lead elsewhere. Such a key is called by its
 * percent-encoded bytes, so that it can be counted, shown, and deleted to the letter (openspec: quotas).
 */
export function listedName(key: string): string {
  return isUsableKey(key) ? key : rawPrefix + encodeURIComponent(key);
}

/** The exact key of a listed name. */
export function keyOfListedName(name: string): string {
  return name.startsWith(rawPrefix) ? decodeURIComponent(name.slice(rawPrefix.length)) : name;
}

export function isUnusable(name: string): boolean {
  return name.startsWith(rawPrefix);
}
