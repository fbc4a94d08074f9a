import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { tasks } from './tasks.ts';

/** Usage of one agent in one task at the last count. */
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
    /** Time of the next count; null once no credential can write there. */
    dueAt: moment('due_at'),
    /** Latest possible expiry of a credential for the folder. */
    writableUntil: moment('writable_until').notNull(),
    /** True if followers of the task have not been notified of a change, because there were too many. */
    isUntold: boolean('is_untold').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.taskId] }),
    index('task_usage_due').on(table.dueAt).where(sql`due_at is not null`),
  ],
);

/** Objects found at the last count, and those to be removed before they are counted. */
export const taskArtifacts = pgTable(
  'task_artifacts',
  {
    /** Listed name: the key or, if that is unusable, `raw:` and its percent-encoded bytes. */
    objectKey: text('object_key').primaryKey(),
    taskId: text('task_id')
      .notNull()
      .references(() => tasks.taskId),
    agentId: text('agent_id').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** Etag that served bytes must match. */
    etag: text('etag').notNull().default(''),
    /** Time according to the store; if a writer can set that, the time at which this object was first found. */
    modifiedAt: moment('modified_at').notNull(),
    /**
     * Reason why the home does not list the object as work; null for listed ones. `not_counted`: so far only its removal is known.
     */
    refusal: text('refusal', {
      enum: ['too_large', 'over_quota', 'not_plain', 'unusable_key', 'not_counted'],
    }),
    /** True if the author has requested the removal. */
    removalDue: boolean('removal_due').notNull().default(false),
  },
  (table) => [
    index().on(table.taskId, table.objectKey),
    index('task_artifacts_by_folder').on(table.agentId, table.taskId),
    index('task_artifacts_removal_due').on(table.agentId).where(sql`removal_due`),
  ],
);
