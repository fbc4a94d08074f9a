import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment, momentNow } from './columns.ts';

/** Mailbox of alert rules. It gets nothing but a code until its owner has confirmed it. */
export const alertMailboxes = pgTable('alert_mailboxes', {
  /** Scope of the alert rules. */
  scope: text('scope').primaryKey(),
  address: text('address').notNull(),
  confirmedAt: moment('confirmed_at'),
  /** SHA-256 of the code, its end and the wrong entries so far. Null before it is sent and after it is used up. */
  codeHash: text('code_hash'),
  codeExpiresAt: moment('code_expires_at'),
  wrongCodes: integer('wrong_codes').notNull().default(0),
  /** Delivery of the code; no next attempt once it is sent, given up, or withheld. */
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: moment('next_attempt_at'),
  failure: text('failure'),
});

/** Codes requested lately, for the daily limits per owner and per address. The address is hashed. */
export const mailboxRequests = pgTable(
  'mailbox_requests',
  {
    requestId: text('request_id').primaryKey(),
    scope: text('scope').notNull(),
    addressHash: text('address_hash').notNull(),
    requestedAt: momentNow('requested_at'),
  },
  (table) => [
    index('mailbox_requests_by_scope').on(table.scope, table.requestedAt),
    index('mailbox_requests_by_address').on(table.addressHash, table.requestedAt),
  ],
);

/** Delivery of notifications of pending calls to one receiver of alert rules: at most one a minute. */
export const approvalMessages = pgTable(
  'approval_messages',
  {
    scope: text('scope').notNull(),
    receiver: text('receiver', { enum: ['webhook', 'email'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    deliveredAt: moment('delivered_at'),
    failure: text('failure'),
  },
  (table) => [primaryKey({ columns: [table.scope, table.receiver] })],
);

/** Pending calls of which a receiver was notified, or its notification given up. */
export const approvalNotices = pgTable(
  'approval_notices',
  {
    scope: text('scope').notNull(),
    receiver: text('receiver', { enum: ['webhook', 'email'] }).notNull(),
    agentId: text('agent_id').notNull(),
    approvalId: text('approval_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.receiver, table.agentId, table.approvalId] })],
);
