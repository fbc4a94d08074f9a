import { sql } from 'drizzle-orm';
import { bigserial, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment, momentNow } from './columns.ts';

/** The newest version of every platform object: assigned in a transaction, confirmed once it is in the bucket. */
export const publishedObjects = pgTable(
  'published_objects',
  {
    objectKey: text('object_key').primaryKey(),
    /** The outbox stream that publishes it. */
    stream: text('stream').notNull(),
    /** The newest version assigned. */
    version: integer('version').notNull(),
    /** The newest version known to be in the bucket, with its exact bytes; null before the first. */
    confirmedVersion: integer('confirmed_version'),
    confirmedSha256: text('confirmed_sha256'),
    /** The store's tag of those bytes, to recognise an event about our own put without a read. */
    confirmedEtag: text('confirmed_etag'),
    confirmedText: text('confirmed_text'),
    confirmedAt: moment('confirmed_at'),
    /** True once the retention has passed: the bytes are cleared from this row, and the object is still to be deleted. */
    removalDue: boolean('removal_due').notNull().default(false),
  },
  (table) => [
    index('published_objects_removal_due').on(table.objectKey).where(sql`removal_due`),
    index('published_results_by_age')
      .on(table.confirmedAt)
      .where(sql`object_key like 'topics/%/results/%' and confirmed_text is not null`),
  ],
);

/** Objects that committed transactions must publish. A row is deleted once its bytes are known to be in the bucket. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Topic, or the key itself. Rows of one stream are published in order, by one publisher at a time. */
    stream: text('stream').notNull(),
    objectKey: text('object_key').notNull(),
    version: integer('version').notNull(),
    /** JSON text without `cert`. */
    body: text('body').notNull(),
    expiresInSeconds: integer('expires_in_seconds'),
    /** Signed once and kept, so that a retry puts the same bytes. */
    signedText: text('signed_text'),
    /** Platform key that must be in the bucket before this one: an object is published after those that it names. */
    afterKey: text('after_key'),
    attempts: integer('attempts').notNull().default(0),
    retryAt: moment('retry_at'),
    createdAt: momentNow('created_at'),
  },
  (table) => [
    index().on(table.stream, table.id),
    uniqueIndex().on(table.objectKey, table.version),
    index('outbox_refused').on(table.stream).where(sql`attempts > 0`),
  ],
);

/** Current publisher of each stream. A holder that stalls loses the lease, and its late puts are corrected. */
export const publisherLeases = pgTable('publisher_leases', {
  stream: text('stream').primaryKey(),
  holder: text('holder').notNull(),
  until: moment('until').notNull(),
});
