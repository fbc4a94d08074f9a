import { rawNamePrefix } from '@agent-home/http-contract';
import { isUsableKey } from '@agent-home/object-store';

/**
 * Returns the name under which the home lists an object of an agent. An agent may choose any key below its folder, including
 * control characters, which PostgreSQL and terminals do not accept, or dot segments, which resolve to another place. Such a key is
 * named by its percent-encoded bytes, so that the exact object can be counted, shown and deleted (openspec: quotas).
 */
export function listedName(key: string): string {
  return isUsableKey(key) ? key : rawNamePrefix + encodeURIComponent(key);
}

/** Returns the exact key of a listed name. */
export function keyOfListedName(name: string): string {
  return name.startsWith(rawNamePrefix) ? decodeURIComponent(name.slice(rawNamePrefix.length)) : name;
}

export function isUnusable(name: string): boolean {
  return name.startsWith(rawNamePrefix);
}
