import { readdirSync } from 'node:fs';
import { readableKinds } from '../../../packages/access/src/grants/readable-kinds.ts';
import { rebuiltKinds } from '../../../packages/platform/src/operations/restore/rebuilt-kinds.ts';
import { retentionTable } from '../../../packages/platform/src/operations/retention/retention-table.ts';
import { shownKinds } from '../../../packages/platform/src/reading/views/show-object.ts';
import { parseObjectKey } from '../../../packages/protocol/src/keys/object-key.ts';
import { objectKeyTable } from '../../../packages/protocol/src/keys/object-key-table.ts';
import { objectSchemas } from '../../../packages/protocol/src/schema/registry.ts';
import type { Place } from './pieces.ts';

const namesIn = (table: object) => new Set(Object.keys(table));

/** Returns the kinds of objects in the published home. A pack has 256 entries, which no example topic reaches. */
function exampleKinds(root: string): Set<string> {
  const keys = readdirSync(`${root}examples/oss`, { recursive: true, encoding: 'utf8' });
  return new Set([...keys.flatMap((key) => parseObjectKey(key)?.kind ?? []), 'topic_ledger_pack']);
}

/** Returns every place that has to contain a kind of object (CONTRIBUTING, "A new object kind"). */
export function objectKindPlaces(root: string): Place[] {
  const schemas = readdirSync(`${root}packages/protocol/json-schema`).map((file) =>
    String(file.split('.')[0]),
  );
  const kinds = namesIn({ ...objectKeyTable, ...objectSchemas });
  return [
    { what: 'key', file: 'packages/protocol/src/keys/object-key-table.ts', members: namesIn(objectKeyTable) },
    { what: 'schema', file: 'packages/protocol/src/schema/registry.ts', members: namesIn(objectSchemas) },
    {
      what: 'JSON Schema (npm run generate -- schemas)',
      file: 'packages/protocol/json-schema',
      members: new Set(schemas.filter((name) => kinds.has(name))),
    },
    {
      what: 'right that opens it',
      file: 'packages/access/src/grants/readable-kinds.ts',
      members: namesIn(readableKinds),
    },
    {
      what: 'people who see it',
      file: 'packages/platform/src/reading/views/show-object.ts',
      members: namesIn(shownKinds),
    },
    {
      what: 'retention',
      file: 'packages/platform/src/operations/retention/retention-table.ts',
      members: namesIn(retentionTable),
    },
    {
      what: 'way back after a lost database',
      file: 'packages/platform/src/operations/restore/rebuilt-kinds.ts',
      members: namesIn(rebuiltKinds),
    },
    { what: 'example (npm run generate -- examples)', file: 'examples/oss', members: exampleKinds(root) },
  ];
}
