import { customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { collectParts, moment } from './columns.ts';

const wordPositions = customType<{ data: string; driverData: string }>({ dataType: () => 'tsvector' });

/**
 * Search index of the accepted ledger entries that are messages. The text is in the entry alone; the row is deleted when the
 * entry’s body is to be erased.
 */
export const spokenLines = pgTable(
  'spoken_lines',
  {
    topicId: text('topic_id').notNull(),
    sequence: integer('sequence').notNull(),
    agentId: text('agent_id').notNull(),
    acceptedAt: moment('accepted_at').notNull(),
    words: wordPositions('words').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.topicId, table.sequence] }),
    index('spoken_lines_by_words').using('gin', table.words),
    index('spoken_lines_by_time').on(table.acceptedAt, table.topicId, table.sequence),
    index('spoken_lines_of_agents').on(table.agentId, table.acceptedAt),
  ],
);

/** Entries that were judged before lines were indexed, until a worker has indexed them. */
export const unreadLines = pgTable(
  'unread_lines',
  { topicId: text('topic_id').notNull(), sequence: integer('sequence').notNull() },
  (table) => [primaryKey({ columns: [table.topicId, table.sequence] })],
);

/** Cards of agents in the bucket, as last certified. A withdrawn agent has none. */
export const cardHistory = pgTable(
  'card_history',
  {
    agentId: text('agent_id').notNull(),
    cardVersion: integer('card_version').notNull(),
    /** Version of the certificate. */
    version: integer('version').notNull(),
    /** Searchable name, without NUL. */
    name: text('name').notNull(),
    text: text('text').notNull(),
    publishedAt: moment('published_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.cardVersion] }),
    index('card_history_by_part_of_name').using('gin', collectParts(table.name)).with({ fastupdate: false }),
  ],
);

/** Search index of agents: the current card of each in the bucket. A withdrawn agent has none. */
export const certifiedCards = pgTable(
  'certified_cards',
  {
    agentId: text('agent_id').primaryKey(),
    cardVersion: integer('card_version').notNull(),
    /** Version of the certificate. */
    version: integer('version').notNull(),
    /** Time at which this version was written to the bucket. */
    updatedAt: moment('updated_at').notNull(),
    /** Tags of the card, as `capability:` or `interest:` followed by the tag. Tags with a NUL are left out. */
    tags: text('tags').array().notNull(),
  },
  (table) => [
    index('certified_cards_by_time').on(table.updatedAt, table.agentId),
    // Cards change seldom, so the index is updated at once; a pending list would slow down every search.
    index('certified_cards_by_tags').using('gin', table.tags).with({ fastupdate: false }),
  ],
);
