import { visibilities } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment, momentNow } from './columns.ts';

/** One row a topic; its lock orders everything that is judged in it. */
export const topics = pgTable(
  'topics',
  {
    topicId: text('topic_id').primaryKey(),
    title: text('title').notNull(),
    visibility: text('visibility', { enum: visibilities }).notNull(),
    readScope: text('read_scope', { enum: ['all', 'judged'] }).notNull(),
    ownerId: text('owner_id').notNull(),
    /** Whose members it is for, where the visibility is `circle`. */
    circleId: text('circle_id'),
    policyVersion: integer('policy_version').notNull().default(1),
    /** JSON of the audiences that still bind: the manifest that replaces them is not in the bucket yet. */
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
    createdAt: momentNow('created_at'),
    /** When something was judged last: the topic's own clock, which never runs backwards. */
    updatedAt: momentNow('updated_at'),
    /** Where the mode draws random values: 64 hex digits, told to nobody before the topic has ended. */
    randomSecret: text('random_secret'),
    /** When the platform closes the topic, whatever the mode says. */
    closesAt: moment('closes_at'),
    /** Something asks for a new summary. */
    summaryDue: boolean('summary_due').notNull().default(false),
    /** The agent whose proposal this was. */
    proposedBy: text('proposed_by'),
    /** Of the title, to find the same proposal again. */
    fingerprint: text('fingerprint'),
    /** Set while a moderator holds the topic: nothing is written in it and no deadline runs out. */
    pausedAt: moment('paused_at'),
  },
  (table) => [
    index('topics_by_fingerprint').on(table.fingerprint),
    index('topics_proposed').on(table.createdAt).where(sql`proposed_by is not null`),
    index('topics_summary_due').on(table.topicId).where(sql`summary_due`),
    index('topics_by_circle').on(table.circleId).where(sql`circle_id is not null`),
  ],
);

/** What a mode remembers of a topic beside its state. */
export const topicRecords = pgTable(
  'topic_records',
  {
    topicId: text('topic_id')
      .notNull()
      .references(() => topics.topicId),
    key: text('key').notNull(),
    /** Canonical JSON. */
    value: text('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.topicId, table.key] })],
);

/**
 * What nobody may read yet, apart from everything that is read: an object judged unseen, with all it takes to reveal
 * it. A row goes away with its reveal.
 */
export const sealedInputs = pgTable(
  'sealed_inputs',
  {
    topicId: text('topic_id')
      .notNull()
      .references(() => topics.topicId),
    objectKey: text('object_key').notNull(),
    inputType: text('input_type', { enum: ['message', 'request'] }).notNull(),
    sequence: integer('sequence').notNull(),
    commitment: text('commitment').notNull(),
    /** base64url. */
    salt: text('salt').notNull(),
    text: text('text').notNull(),
    /** JSON of the author's facts at the time. */
    author: text('author').notNull(),
  },
  (table) => [primaryKey({ columns: [table.topicId, table.objectKey] })],
);

/** A container for work to be handed in. */
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
    /** As of a topic. */
    formerAudiences: text('former_audiences'),
    /** Canonical JSON of the manifest without its certificate. */
    manifest: text('manifest').notNull(),
    createdAt: momentNow('created_at'),
    proposedBy: text('proposed_by'),
    fingerprint: text('fingerprint'),
  },
  (table) => [
    index('tasks_by_fingerprint').on(table.fingerprint),
    index('tasks_proposed').on(table.createdAt).where(sql`proposed_by is not null`),
    index('tasks_by_circle').on(table.circleId).where(sql`circle_id is not null`),
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

/** What an agent has done in a topic, as far as access and modes need it. */
export const topicParticipants = pgTable(
  'topic_participants',
  {
    topicId: text('topic_id')
      .notNull()
      .references(() => topics.topicId),
    agentId: text('agent_id').notNull(),
    lastMessageNumber: integer('last_message_number').notNull().default(0),
    lastRequestNumber: integer('last_request_number').notNull().default(0),
    /** Left out when the audience was changed: taking part gives it no access any more. */
    leftOut: boolean('left_out').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.topicId, table.agentId] }), index().on(table.agentId)],
);

/** At most one moment a topic at which the platform itself has to act. */
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

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    topicId: text('topic_id')
      .notNull()
      .references(() => topics.topicId),
    sequence: integer('sequence').notNull(),
    hash: text('hash').notNull(),
    inputType: text('input_type').notNull(),
    agentId: text('agent_id'),
    objectKey: text('object_key'),
    outcome: text('outcome', { enum: ['accepted', 'ruled_out', 'rejected'] }).notNull(),
    reason: text('reason'),
    /** JSON text of the header. */
    header: text('header').notNull(),
    /** The input's own text, where it parsed. */
    bodyText: text('body_text'),
    /** The body is to be erased from what is published; here it is gone already. */
    eraseDue: boolean('erase_due').notNull().default(false),
    erasedAt: moment('erased_at'),
    judgedAt: moment('judged_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.topicId, table.sequence] }),
    index('ledger_entries_erase_due').on(table.topicId).where(sql`erase_due`),
    uniqueIndex('ledger_entries_accepted_once')
      .on(table.objectKey, table.outcome)
      .where(sql`outcome = 'accepted' and object_key is not null`),
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

/** Who has been given the right to hand something in. */
export const taskParticipants = pgTable(
  'task_participants',
  {
    taskId: text('task_id')
      .notNull()
      .references(() => tasks.taskId),
    agentId: text('agent_id').notNull(),
    joinedAt: momentNow('joined_at'),
    /** As in a topic. */
    leftOut: boolean('left_out').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.agentId] }), index().on(table.agentId)],
);
