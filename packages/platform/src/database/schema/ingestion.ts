import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, momentNow } from './columns.ts';

/** Right to have one object at one exact key judged. The first judged bytes close the ticket. */
export const tickets = pgTable(
  'tickets',
  {
    objectKey: text('object_key').primaryKey(),
    agentId: text('agent_id').notNull(),
    /** One of the two is set: the container of the key. */
    topicId: text('topic_id'),
    circleId: text('circle_id'),
    purpose: text('purpose', { enum: ['message', 'request', 'join_request', 'join_approval'] }).notNull(),
    notAfter: moment('not_after').notNull(),
    issuedAt: momentNow('issued_at'),
    /** Time at which an event reported a write; cleared by reading the object. */
    hintedAt: moment('hinted_at'),
    /** Time at which the sweep checks this without an event. */
    sweepAt: moment('sweep_at').notNull(),
    closedAt: moment('closed_at'),
    /** Time until which a credential may still rewrite an erased object; set when it is erased. */
    erasedUntil: moment('erased_until'),
    /** Write that was judged last, so that a re-issued key is not judged by its old object. */
    judgedFingerprint: text('judged_fingerprint'),
    laterWrites: integer('later_writes').notNull().default(0),
    /** W3C trace context of the request for the key, since an object in a bucket cannot carry it. */
    traceparent: text('traceparent'),
  },
  (table) => [
    index('tickets_open_by_topic').on(table.topicId).where(sql`closed_at is null`),
    index('tickets_open_by_circle')
      .on(table.circleId)
      .where(sql`closed_at is null and circle_id is not null`),
    index('tickets_closed_by_age')
      .on(table.purpose, sql`(judged_fingerprint is null)`, table.closedAt)
      .where(sql`closed_at is not null`),
    index('tickets_erased_by_sweep').on(table.sweepAt).where(sql`erased_until is not null`),
    index('tickets_open_by_sweep').on(table.sweepAt).where(sql`closed_at is null`),
    index('tickets_open_by_end').on(table.notAfter).where(sql`closed_at is null`),
  ],
);

/** Object events as received, each once. They are only hints and are not trusted. */
export const storeEvents = pgTable(
  'store_events',
  {
    eventId: text('event_id').primaryKey(),
    objectKey: text('object_key').notNull(),
    eventType: text('event_type').notNull(),
    etag: text('etag'),
    occurredAt: moment('occurred_at').notNull(),
    receivedAt: momentNow('received_at'),
    outcome: text('outcome', {
      enum: ['hint', 'closed_ticket', 'no_ticket', 'own_write', 'check', 'checked', 'artifact'],
    }).notNull(),
  },
  (table) => [
    index('store_events_to_check').on(table.receivedAt).where(sql`outcome = 'check'`),
    index('store_events_to_check_by_key').on(table.objectKey).where(sql`outcome = 'check'`),
    index('store_events_by_age').on(table.receivedAt),
  ],
);

/** Amount recorded in this minute per agent or owner and kind, for rows that agents can create as fast as they write. */
export const allowances = pgTable('allowances', {
  /** Counted subject, such as `store events of agent ada`. */
  subject: text('subject').primaryKey(),
  minute: moment('minute').notNull(),
  taken: integer('taken').notNull(),
});

/**
 * Failed work, one row per failing subject: retried at growing intervals, and listed as dead if that does not
 * help. A settled row is kept for a while for inspection.
 */
export const failures = pgTable(
  'failures',
  {
    id: text('id').primaryKey(),
    kind: text('kind', {
      enum: ['topic', 'circle', 'check', 'departure', 'usage', 'removal', 'erasure', 'event', 'input'],
    }).notNull(),
    /** Topic, circle, object key, agent or message, depending on the kind. */
    subject: text('subject').notNull(),
    /** Error code, or the error’s class if it has none. */
    reason: text('reason').notNull(),
    detail: text('detail').notNull(),
    /** Body of an unreadable event, truncated, as base64. */
    body: text('body'),
    attempts: integer('attempts').notNull().default(1),
    firstAt: momentNow('first_at'),
    lastAt: momentNow('last_at'),
    /** Time of the next automatic attempt; null if only an operator can start one. */
    retryAt: moment('retry_at'),
    settledAt: moment('settled_at'),
    replayedAt: moment('replayed_at'),
    replayedBy: text('replayed_by'),
    replays: integer('replays').notNull().default(0),
  },
  (table) => [
    index('failures_due').on(table.retryAt).where(sql`settled_at is null and retry_at is not null`),
    index('failures_open').on(table.lastAt).where(sql`settled_at is null`),
    index('failures_settled').on(table.settledAt).where(sql`settled_at is not null`),
  ],
);
