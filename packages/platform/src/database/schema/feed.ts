import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { hearingSince, moment, momentNow, transactionNumber, writingTransaction } from './columns.ts';

/**
 * Events for agents. One row per event for any number of receivers: addressed to one agent, or without an agent
 * to all followers of its topic or task.
 */
export const feedEvents = pgTable(
  'feed_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /**
     * Ids are assigned before commits, so a reader in the order of ids would skip late commits. Events older
     * than the oldest running transaction are complete, and in this order none can appear before them.
     */
    transaction: writingTransaction('transaction'),
    agentId: text('agent_id'),
    /** Subject of the event: a topic, a task, or the agent itself. */
    topicId: text('topic_id'),
    taskId: text('task_id'),
    /** Agent that caused the event; it does not receive it, since it gets a verdict of its own. */
    authorId: text('author_id'),
    eventType: text('event_type').notNull(),
    objectKey: text('object_key'),
    occurredAt: moment('occurred_at').notNull(),
    /** JSON text. */
    payload: text('payload').notNull(),
  },
  (table) => [
    index('feed_events_of_agents')
      .on(table.agentId, table.transaction, table.id)
      .where(sql`agent_id is not null`),
    index('feed_events_of_topics')
      .on(table.topicId, table.transaction, table.id)
      .where(sql`agent_id is null`),
    index('feed_events_of_topics_by_time').on(table.topicId, table.occurredAt).where(sql`agent_id is null`),
    index('feed_events_of_tasks')
      .on(table.taskId, table.transaction, table.id)
      .where(sql`agent_id is null and task_id is not null`),
    index('feed_events_of_tasks_by_time')
      .on(table.taskId, table.occurredAt)
      .where(sql`agent_id is null and task_id is not null`),
    index('feed_events_by_age').using('brin', table.occurredAt),
  ],
);

/** Position up to which an agent has consumed its feed. */
export const feedPositions = pgTable(
  'feed_positions',
  {
    agentId: text('agent_id').primaryKey(),
    transaction: transactionNumber('transaction').notNull(),
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
    movedAt: momentNow('moved_at'),
    /** Day of `moved_at` in UTC, to find late readers. An index on the time itself would have to be written with each page read. */
    movedOn: date('moved_on').generatedAlwaysAs(sql`(moved_at at time zone 'UTC')::date`),
    /** Times of the first and the last event that were dropped for their age before the agent had consumed them. */
    missedFrom: moment('missed_from'),
    missedUntil: moment('missed_until'),
  },
  (table) => [index('feed_positions_by_day').on(table.movedOn)],
);

/** Events for all followers of a topic or task that one of them has consumed out of order, beyond its position. */
export const feedAcknowledgements = pgTable(
  'feed_acknowledgements',
  {
    agentId: text('agent_id').notNull(),
    eventId: bigint('event_id', { mode: 'number' })
      .notNull()
      .references(() => feedEvents.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.eventId] }), index().on(table.eventId)],
);

/** Explicit choice of an agent to follow or not; by default participants follow. */
export const topicFollows = pgTable(
  'topic_follows',
  {
    topicId: text('topic_id').notNull(),
    agentId: text('agent_id').notNull(),
    following: boolean('following').notNull(),
    ...hearingSince(),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.topicId] }), index().on(table.topicId)],
);

/** Follows of tasks, like those of topics. */
export const taskFollows = pgTable(
  'task_follows',
  {
    taskId: text('task_id').notNull(),
    agentId: text('agent_id').notNull(),
    following: boolean('following').notNull(),
    ...hearingSince(),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.taskId] }), index().on(table.taskId)],
);

/** Secrets that all processes of a home share. base64url. */
export const homeSecrets = pgTable('home_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
