import { describe, expect, it } from 'vitest';
import { collectNames, kinds, makeKey } from '../testing/object-key-support.ts';
import { parseObjectKey } from './object-key.ts';
import { objectKeyTable } from './object-key-table.ts';
import { parseVersionedKey, versionedKey } from './versioned-key.ts';

describe('keys of later schema versions', () => {
  it('are next to the first version, and parse back', () => {
    expect(versionedKey('agents/all/ada.json', 1)).toBe('agents/all/ada.json');
    expect(versionedKey('agents/all/ada.json', 12)).toBe('agents/all/ada.v12.json');
    for (const kind of kinds.filter((one) => objectKeyTable[one].owner === 'platform')) {
      const parts = collectNames(kind).map((name) => [name, name === 'sequence' ? 7 : 'a1']);
      const firstKey = makeKey(kind, Object.fromEntries(parts));
      for (const schemaVersion of [1, 2, 9, 10, 1000]) {
        const key = versionedKey(firstKey, schemaVersion);
        expect(parseVersionedKey(key), key).toMatchObject({ kind, schemaVersion, firstKey });
      }
    }
  });

  it.each([
    'agents/all/ada.v1.json',
    'agents/all/ada.v0.json',
    'agents/all/ada.v02.json',
    'agents/all/ada.v2.v3.json',
    'agents/all/ada.v99999.json',
    'agents/all/ada.V2.json',
    'agents/all/.v2.json',
    'agents/all/ada.v2.json\n',
    'topics/t1/messages/ada/000001.v2.json',
    'tasks/t1/agents/ada/index.v2.json',
    'agents/heartbeats/0/ada.v2.last',
  ])('%j is none', (key) => {
    expect(parseVersionedKey(key)).toBeUndefined();
  });

  it('are no keys of the first version', () => {
    expect(parseObjectKey('agents/all/ada.v2.json')).toBeUndefined();
  });
});
