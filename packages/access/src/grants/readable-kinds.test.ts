import { type ObjectKind, objectKeyTable } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import {
  circleReadPermissions,
  promptReadPermissions,
  registryReadPermissions,
  taskReadPermissions,
  topicReadPermissions,
} from './read-permissions.ts';
import { type Readable, readableKinds } from './readable-kinds.ts';

/** A key of this kind, in containers that are all named `one`. */
function keyOf(kind: ObjectKind): string {
  return objectKeyTable[kind].template
    .replaceAll('{sequence}', '0000000001')
    .replaceAll('{shard}', '0')
    .replaceAll(/\{\w+\}/g, 'one');
}

type Opened = 'get' | 'list' | undefined;
const rights: Record<Readable['by'], ReturnType<typeof registryReadPermissions>[]> = {
  registry_read: [registryReadPermissions()],
  prompt_read: [promptReadPermissions('one')],
  // What everybody with the right gets, then what some get.
  topic_read: [topicReadPermissions('one', 'judged'), topicReadPermissions('one', 'all')],
  task_read: [taskReadPermissions('one')],
  circle_read: [circleReadPermissions('one', false), circleReadPermissions('one', true)],
};

function opened(key: string, permissions: ReturnType<typeof registryReadPermissions>): Opened {
  const matching = permissions.filter((one) => ('key' in one ? one.key === key : key.startsWith(one.prefix)));
  return matching.find(({ action }) => action === 'get')?.action ?? matching[0]?.action;
}

test.each(Object.keys(objectKeyTable) as ObjectKind[])(
  '%s is opened by the right that the table names',
  (kind) => {
    const { by, only } = readableKinds[kind];
    const key = keyOf(kind);
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
