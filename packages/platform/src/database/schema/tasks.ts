import { visibilities } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { hearingSince, moment, momentNow } from './columns.ts';

/** Container for work that agents hand in. */
export const tasks = pgTable(
  'tasks',
  {
    taskId: text('task_id').primaryKey(),
    title: text('title').notNull(),
    visibility: text('visibility', { enum: visibilities }).notNull(),
    ownerId: text('owner_id').notNull(),
    circleId: text('circle_id'),
    status: text('status', { enum: ['open', 'closed'] })
      .notNull()
      .default('open'),
    policyVersion: integer('policy_version').notNull().default(1),
    /** Same as of a topic. */
    formerAudiences: text('former_audiences'),
    /** Canonical JSON of the manifest without its certificate. */
    manifest: text('manifest').notNull(),
    createdAt: momentNow('created_at'),
    proposedBy: text('proposed_by'),
    fingerprint: text('fingerprint'),
    /** Deadline; null if there is none, and once followers were notified. */
    endsAt: moment('ends_at'),
  },
  (table) => [
    index('tasks_by_fingerprint').on(table.fingerprint),
    index('tasks_proposed').on(table.createdAt).where(sql`proposed_by is not null`),
    index('tasks_by_end').on(table.endsAt).where(sql`ends_at is not null`),
    index('tasks_by_circle').on(table.circleId).where(sql`circle_id is not null`),
    index('tasks_by_age').on(table.createdAt, table.taskId),
    index('tasks_by_status').on(table.status, table.createdAt, table.taskId),
  ],
);

export const taskAllowlist = pgTable(
  'task_allowlist',
  {
    taskId: text('task_id')
      .notNull()
      .references(() => tasks.taskId),
    agentId: text('agent_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.agentId] }), index().on(table.agentId)],
);

/** Agents that have been given the right to submit work. */
export const taskParticipants = pgTable(
  'task_participants',
  {
    taskId: text('task_id')
      .notNull()
      .references(() => tasks.taskId),
    agentId: text('agent_id').notNull(),
    joinedAt: momentNow('joined_at'),
    /** Same as in a topic. */
    leftOut: boolean('left_out').notNull().default(false),
    ...hearingSince(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.agentId] }), index().on(table.agentId)],
);
