import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment, momentNow } from './columns.ts';

/** Restrictions of one agent in one topic, independent of the mode. */
export const topicRestrictions = pgTable(
  'topic_restrictions',
  {
    topicId: text('topic_id').notNull(),
    agentId: text('agent_id').notNull(),
    /** The agent may read, but not write, before this moment. */
    mutedUntil: moment('muted_until'),
    /** The agent may neither read nor write. */
    bannedAt: moment('banned_at'),
  },
  (table) => [primaryKey({ columns: [table.topicId, table.agentId] }), index().on(table.agentId)],
);

/** Agents whose suspension or withdrawal is not yet complete in the containers that they were in. */
export const agentDepartures = pgTable(
  'agent_departures',
  {
    agentId: text('agent_id').primaryKey(),
    /** True if its objects are erased as well. */
    erase: boolean('erase').notNull().default(false),
    /** Time of the next check. */
    dueAt: momentNow('due_at'),
    /** Time of the last check, after every credential of the agent has expired. */
    endsAt: moment('ends_at').notNull(),
    /** Progress of the current check, by container id. */
    cursor: text('cursor').notNull().default(''),
    /** Last checked key inside the current container, percent-encoded. */
    afterKey: text('after_key').notNull().default(''),
    /** True if the current pass has found an object that could not be deleted. */
    hasLeftovers: boolean('has_leftovers').notNull().default(false),
  },
  (table) => [index().on(table.dueAt)],
);
