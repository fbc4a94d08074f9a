import { integer, pgTable, text } from 'drizzle-orm/pg-core';

/** Policies that admins bound to all agents. The policies of one agent are in its newest bundle. */
export const homePolicies = pgTable('home_policies', {
  position: integer('position').primaryKey(),
  name: text('name').notNull(),
  version: text('version').notNull(),
  sha256: text('sha256').notNull(),
  /** JSON text, because `jsonb` rejects an escaped NUL and rewrites numbers. */
  spec: text('spec').notNull(),
});
