import { visibilities } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { collectParts, hearingSince, moment, momentNow } from './columns.ts';

/** One row per topic; its lock orders all verdicts in the topic. */
export const topics = pgTable(
  'topics',
  {
    topicId: text('topic_id').primaryKey(),
    title: text('title').notNull(),
    visibility: text('visibility', { enum: visibilities }).notNull(),
    readScope: text('read_scope', { enum: ['all', 'judged'] }).notNull(),
    ownerId: text('owner_id').notNull(),
    /** Circle whose members are the audience, for the visibility `circle`. */
    circleId: text('circle_id'),
    policyVersion: integer('policy_version').notNull().default(1),
    /** JSON of the former audiences that still apply, because the manifest that replaces them is not in the bucket yet. */
    formerAudiences: text('former_audiences'),
    status: text('status', { enum: ['open', 'closed'] }).notNull(),
    mode: text('mode').notNull(),
    modeVersion: integer('mode_version').notNull(),
    /** Canonical JSON of the terms, which are the ledger's first input. */
    terms: text('terms').notNull(),
    /** Canonical JSON of the mode's state after `ledgerSequence`. */
    state: text('state').notNull(),
    ledgerSequence: integer('ledger_sequence').notNull(),
    ledgerHead: text('ledger_head').notNull(),
    /** Sequence up to which entries are in the bucket in packs only: their single objects are deleted or about to be. */
    archivedSequence: integer('archived_sequence').notNull().default(0),
    /** True if all entries are archived. */
    isArchived: boolean('is_archived').notNull().default(false),
    createdAt: momentNow('created_at'),
    /** Time of the last verdict: the topic's own clock, which never runs backwards. */
    updatedAt: momentNow('updated_at'),
    /** Secret of the mode's random draws: 64 hex digits, published after the end of the topic only. */
    randomSecret: text('random_secret'),
    /** Time at which the platform closes the topic in any mode. */
    closesAt: moment('closes_at'),
    /** True if a new summary is requested. */
    summaryDue: boolean('summary_due').notNull().default(false),
    /** Agent that proposed the topic. */
    proposedBy: text('proposed_by'),
    /** Fingerprint of the title, which detects a repeated proposal. */
    fingerprint: text('fingerprint'),
    /** Set while a moderator has paused the topic: writing is suspended and no deadline expires. */
    pausedAt: moment('paused_at'),
  },
  (table) => [
    index('topics_by_fingerprint').on(table.fingerprint),
    index('topics_proposed').on(table.createdAt).where(sql`proposed_by is not null`),
    index('topics_summary_due').on(table.topicId).where(sql`summary_due`),
    // No index on columns that a verdict changes, or each verdict would update all indexes of its topic's row.
    index('topics_to_archive').on(table.createdAt).where(sql`status = 'closed' and not is_archived`),
    index('topics_by_circle').on(table.circleId).where(sql`circle_id is not null`),
    // Orders of lists: latest change first, for all topics, one status, or one mode.
    index('topics_by_change').on(table.updatedAt, table.topicId),
    index('topics_by_status').on(table.status, table.updatedAt, table.topicId),
    index('topics_by_mode').on(table.mode, table.updatedAt, table.topicId),
    index('topics_by_title').using('gin', collectParts(table.title)).with({ fastupdate: false }),
  ],
);

export const topicAllowlist = pgTable(
  'topic_allowlist',
  {
    topicId: text('topic_id')
      .notNull()
      .references(() => topics.topicId),
    agentId: text('agent_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.topicId, table.agentId] }), index().on(table.agentId)],
);

/** Actions of an agent in a topic that access and modes depend on. */
export const topicParticipants = pgTable(
  'topic_participants',
  {
    topicId: text('topic_id')
      .notNull()
      .references(() => topics.topicId),
    agentId: text('agent_id').notNull(),
    lastMessageNumber: integer('last_message_number').notNull().default(0),
    lastRequestNumber: integer('last_request_number').notNull().default(0),
    /** True if the agent was left out by a change of the audience; taking part then gives it no access. */
    leftOut: boolean('left_out').notNull().default(false),
    ...hearingSince(),
  },
  (table) => [primaryKey({ columns: [table.topicId, table.agentId] }), index().on(table.agentId)],
);

/** Next deadline of the platform, at most one per topic. */
export const topicDeadlines = pgTable(
  'topic_deadlines',
  {
    topicId: text('topic_id')
      .primaryKey()
      .references(() => topics.topicId),
    dueAt: moment('due_at').notNull(),
  },
  (table) => [index().on(table.dueAt)],
);
