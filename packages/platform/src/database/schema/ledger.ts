import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { topics } from './topics.ts';

/** Data that a mode stores for a topic in addition to its state. */
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
 * Sealed inputs, kept apart from all readable data: an object judged unseen, with the data that reveals it. A row is deleted by its
 * reveal.
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
    /** Facts about the author at that time, as JSON. */
    author: text('author').notNull(),
  },
  (table) => [primaryKey({ columns: [table.topicId, table.objectKey] })],
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
    /** Header as JSON text. */
    header: text('header').notNull(),
    /** The input's own text, if it could be parsed. */
    bodyText: text('body_text'),
    /** The body must still be erased from the published entry; here it is already erased. */
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

/**
 * Packs of a ledger, each with a row from the moment its last entry is judged. `due`: the pack in the bucket may lack the newest
 * version of one of its entries.
 */
export const ledgerPacks = pgTable(
  'ledger_packs',
  {
    topicId: text('topic_id')
      .notNull()
      .references(() => topics.topicId),
    /** The first entry. */
    sequence: integer('sequence').notNull(),
    lastSequence: integer('last_sequence').notNull(),
    due: boolean('due').notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.topicId, table.sequence] }),
    index('ledger_packs_due').on(table.topicId).where(sql`due`),
  ],
);
