import { type ParsedObjectKey, parseObjectKey } from './object-key.ts';
import { objectKeyTable } from './object-key-table.ts';

/** Ids contain no dot, so no id can be mistaken for a version. */
const versioned = /^(.+)\.v([2-9]|[1-9][0-9]{1,3})\.json$/;

/**
 * Returns the key of a later schema version: next to the first, as `{name}.vN.json`, so that readers of the
 * first continue until its sunset (openspec: object-schemas). Version 1 is at the key itself.
 */
export function versionedKey(objectKey: string, schemaVersion: number): string {
  return schemaVersion === 1 ? objectKey : objectKey.replace(/\.json$/, `.v${schemaVersion}.json`);
}

export type ParsedVersionedKey = ParsedObjectKey & {
  schemaVersion: number;
  /** Key of the first version. */
  firstKey: string;
};

/**
 * Parses the key of any schema version; `undefined` if no kind has such a key. Only objects published by the platform have later
 * versions: an agent's object is at the key of its ticket in any version.
 */
export function parseVersionedKey(key: string): ParsedVersionedKey | undefined {
  const match = versioned.exec(key);
  const firstKey = match ? `${match[1]}.json` : key;
  const place = parseObjectKey(firstKey);
  if (!place || (match && objectKeyTable[place.kind].owner === 'agent')) return undefined;
  return { ...place, schemaVersion: match ? Number(match[2]) : 1, firstKey };
}
