import { type ParsedObjectKey, parseObjectKey } from './object-key.ts';
import { objectKeyTable } from './object-key-table.ts';

/** No id holds a dot, so that no id can pass for a version. */
const versioned = /^(.+)\.v([2-9]|[1-9][0-9]{1,3})\.json$/;

/**
 * Where an object lies in a later schema version of its kind: beside the first, as `{name}.vN.json`, so that readers
 * of the first go on reading until its sunset (openspec: object-schemas). Version 1 lies at the key itself.
 */
export function versionedKey(objectKey: string, schemaVersion: number): string {
  return schemaVersion === 1 ? objectKey : objectKey.replace(/\.json$/, `.v${schemaVersion}.json`);
}

export type ParsedVersionedKey = ParsedObjectKey & {
  schemaVersion: number;
  /** Where the first version lies. */
  firstKey: string;
};

/**
 * What a key means, whichever schema version it is for; `undefined` for one that no kind has. Only what the platform
 * publishes has later versions: what an agent writes lies where its ticket says, whatever its version.
 */
export function parseVersionedKey(key: string): ParsedVersionedKey | undefined {
  const match = versioned.exec(key);
  const firstKey = match ? `${match[1]}.json` : key;
  const place = parseObjectKey(firstKey);
  if (!place || (match && objectKeyTable[place.kind].owner === 'agent')) return undefined;
  return { ...place, schemaVersion: match ? Number(match[2]) : 1, firstKey };
}
