import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { momentNow } from './columns.ts';

/** Later schema versions of kinds of objects that this home publishes beside the ones before them. */
export const schemaEditions = pgTable(
  'schema_editions',
  {
    kind: text('kind').notNull(),
    schemaVersion: integer('schema_version').notNull(),
    /** When the first worker that knows the version started: from then on the sunset of the one before is counted. */
    beganAt: momentNow('began_at'),
  },
  (table) => [primaryKey({ columns: [table.kind, table.schemaVersion] })],
);
