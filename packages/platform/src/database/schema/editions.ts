import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { momentNow } from './columns.ts';

/** Later schema versions of objects that this home publishes in addition to the earlier ones. */
export const schemaEditions = pgTable(
  'schema_editions',
  {
    kind: text('kind').notNull(),
    schemaVersion: integer('schema_version').notNull(),
    /** Start of the first worker with this version; the sunset of the previous version is counted from then on. */
    beganAt: momentNow('began_at'),
  },
  (table) => [primaryKey({ columns: [table.kind, table.schemaVersion] })],
);
