import { expect, test } from 'vitest';
import { runClient } from './run-client.ts';
import { startStore } from './start-store.ts';

const refused = (code: string) => ({ refused: code });

test('ossfs sees the store as a file system', async () => {
  const { owner } = await startStore();
  expect(await runClient('ossfs_owner', owner)).toEqual({
    'put and get': 'hello',
    opened: [true, true],
    append: 'one two',
    'up and down': true,
    'copy and move': [false, 'one two'],
    info: [409_600, 'file', 'directory'],
    buckets: ['vendors'],
    found: ['vendors/a b/中文.txt', 'vendors/log', 'vendors/moved', 'vendors/parts', 'vendors/up'],
    removed: ['vendors/a b/', 'vendors/parts'],
    missing: refused('FileNotFoundError'),
  });
});

test('opendal does all that it does with a store', async () => {
  const { owner } = await startStore();
  expect(await runClient('opendal_owner', owner)).toEqual({
    'put and get': ['hello', 'text/plain'],
    range: 'el',
    parts: true,
    append: 'one two',
    once: refused('ConditionNotMatch'),
    copy: 'one two',
    listing: [
      ['a b/', 'copied', 'log', 'once', 'parts'],
      ['a b/中文.txt', 'copied', 'log', 'once', 'parts'],
    ],
    deleted: ['copied', 'once', 'parts'],
    missing: refused('NotFound'),
  });
});
