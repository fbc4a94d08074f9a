import { isCertifiedKind, type ObjectKind, objectKeyTable, versionedKey } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import {
  circleReadPermissions,
  type EditionFacts,
  promptReadPermissions,
  registryReadPermissions,
  taskReadPermissions,
  topicReadPermissions,
} from './read-permissions.ts';
import { type Readable, readableKinds } from './readable-kinds.ts';

/** A key of this kind, in containers that are all named `one`. */
function getKey(kind: ObjectKind): string {
  return objectKeyTable[kind].template
    .replaceAll('{sequence}', '0000000001')
    .replaceAll('{shard}', '0')
    .replaceAll(/\{\w+\}/g, 'one');
}

type Opened = 'get' | 'list' | undefined;
const rightsWith = (
  editions: readonly EditionFacts[],
): Record<Readable['by'], ReturnType<typeof registryReadPermissions>[]> => ({
  registry_read: [registryReadPermissions()],
  prompt_read: [promptReadPermissions('one', editions)],
  // The permissions of every reader, then those of some.
  topic_read: [topicReadPermissions('one', 'judged', editions), topicReadPermissions('one', 'all', editions)],
  task_read: [taskReadPermissions('one')],
  circle_read: [circleReadPermissions('one', false, editions), circleReadPermissions('one', true, editions)],
});
const rights = rightsWith([]);

function opened(key: string, permissions: ReturnType<typeof registryReadPermissions>): Opened {
  const matching = permissions.filter((one) => ('key' in one ? one.key === key : key.startsWith(one.prefix)));
  return matching.find(({ action }) => action === 'get')?.action ?? matching[0]?.action;
}

test.each(Object.keys(objectKeyTable) as ObjectKind[])(
  '%s is opened by the right that the table names',
  (kind) => {
    const { by, only } = readableKinds[kind];
    const key = getKey(kind);
    for (const [right, [usual = [], wider = usual]] of Object.entries(rights)) {
      const isIt = right === by;
      const rare = only === 'all' || only === 'deciders';
      expect([right, opened(key, usual)]).toEqual([
        right,
        isIt && !rare ? (only === 'listed' ? 'list' : 'get') : undefined,
      ]);
      expect([right, opened(key, wider)]).toEqual([
        right,
        isIt ? (only === 'listed' ? 'list' : 'get') : undefined,
      ]);
    }
  },
);

const kinds = Object.keys(objectKeyTable) as ObjectKind[];
test.each(kinds.filter(isCertifiedKind))(
  'a second schema version of %s opens for the readers of its first',
  (kind) => {
    const first = getKey(kind);
    const second = versionedKey(first, 2);
    expect(second).not.toBe(first);
    const later = rightsWith([{ kind, schemaVersion: 2 }]);
    for (const [right, permissions] of Object.entries(later)) {
      const firstOpened = permissions.map((one) => opened(first, one));
      expect([right, permissions.map((one) => opened(second, one))]).toEqual([right, firstOpened]);
      expect(firstOpened).toEqual(rights[right as Readable['by']].map((one) => opened(first, one)));
    }
  },
);

test('a version that is not published has no exact key', () => {
  const [members] = rightsWith([{ kind: 'circle_manifest', schemaVersion: 2 }]).circle_read;
  const manifest = 'circles/one/manifest.json';
  expect(opened(versionedKey(manifest, 2), members ?? [])).toBe('get');
  expect(opened(versionedKey(manifest, 3), members ?? [])).toBeUndefined();
});
