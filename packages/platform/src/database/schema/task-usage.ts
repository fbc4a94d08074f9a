import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { tasks } from './tasks.ts';

/** What one agent holds in one task, as it was counted last. */
export const taskUsage = pgTable(
  'task_usage',
  {
    taskId: text('task_id')
      .notNull()
      .references(() => tasks.taskId),
    agentId: text('agent_id').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    objects: integer('objects').notNull().default(0),
    countedAt: moment('counted_at'),
    /** When it is to be counted again; null once nobody can write there any more. */
    dueAt: moment('due_at'),
    /** Until then a credential for the folder may be alive. */
    writableUntil: moment('writable_until').notNull(),
    /** Something changed here that its task's followers were not told of yet: there was too much to tell. */
    isUntold: boolean('is_untold').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.taskId] }),
    index('task_usage_due').on(table.dueAt).where(sql`due_at is not null`),
  ],
);

/** The objects that were found at the last count, and those that are to be removed before they are counted. */
export const taskArtifacts = pgTable(
  'task_artifacts',
  {
    /** Its listed name: the key, or where that is unusable `raw:` and its percent-encoded bytes. */
    objectKey: text('object_key').primaryKey(),
    taskId: text('task_id')
      .notNull()
      .references(() => tasks.taskId),
    agentId: text('agent_id').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** What is served is held against it. */
    etag: text('etag').notNull().default(''),
    /** As the store says; where its word can be had from a writer, when this object was found first. */
    modifiedAt: moment('modified_at').notNull(),
    /** Why it is no work that the home lists; null where it is. `not_counted`: only its removal is known yet. */
    refusal: text('refusal', {
      enum: ['too_large', 'over_quota', 'not_plain', 'unusable_key', 'not_counted'],
    }),
    /** Its author wants it gone. */
    removalDue: boolean('removal_due').notNull().default(false),
  },
  (table) => [
    index().on(table.taskId, table.objectKey),
    index('task_artifacts_by_folder').on(table.agentId, table.taskId),
    index('task_artifacts_removal_due').on(table.agentId).where(sql`removal_due`),
  ],
);
