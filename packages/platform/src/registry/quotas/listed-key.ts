import { rawNamePrefix } from '@agent-home/http-contract';
import { isUsableKey } from '@agent-home/object-store';

/**
 * What the home calls an object an agent has put. An agent may choose any key below its folder: control characters,
 * which PostgreSQL and terminals do not take, or dot segments, which lead elsewhere. Such a key is called by its
 * percent-encoded bytes, so that it can be counted, shown, and deleted to the letter (openspec: quotas).
 */
export function listedName(key: string): string {
  return isUsableKey(key) ? key : rawNamePrefix + encodeURIComponent(key);
}

/** The exact key of a listed name. */
export function keyOfListedName(name: string): string {
  return name.startsWith(rawNamePrefix) ? decodeURIComponent(name.slice(rawNamePrefix.length)) : name;
}

export function isUnusable(name: string): boolean {
  return name.startsWith(rawNamePrefix);
}
