import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { moment, momentNow } from './columns.ts';

/** Health of each agent that mirrors runs, kept up to date run by run, so that no list reads the runs. */
export const agentHealth = pgTable(
  'agent_health',
  {
    agentId: text('agent_id').primaryKey(),
    /** Number of runs that failed since the last answered one. */
    failedRuns: integer('failed_runs').notNull().default(0),
    /** Code and id of the latest of them, and time of the first. */
    code: text('code'),
    runId: text('run_id'),
    failedSince: moment('failed_since'),
    /** Arrival of the latest records. */
    lastRecordAt: momentNow('last_record_at'),
    /** UTC day of the amounts, as `2026-01-31`. */
    day: text('day').notNull(),
    dayTokens: bigint('day_tokens', { mode: 'number' }).notNull().default(0),
    dayCost: doublePrecision('day_cost').notNull().default(0),
  },
  (table) => [index('agent_health_failing').on(table.failedRuns).where(sql`failed_runs >= 3`)],
);

/** Amounts of each agent by UTC day, as it reported them. They stay after the runs themselves expire. */
export const agentUse = pgTable(
  'agent_use',
  {
    agentId: text('agent_id').notNull(),
    /** UTC day on which the records arrived, as `2026-01-31`. */
    day: text('day').notNull(),
    /** Number of runs whose first record arrived on this day. */
    runs: bigint('runs', { mode: 'number' }).notNull(),
    inputTokens: bigint('input_tokens', { mode: 'number' }).notNull(),
    outputTokens: bigint('output_tokens', { mode: 'number' }).notNull(),
    /** In the unit of the models' prices. */
    cost: doublePrecision('cost').notNull(),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.day] }), index('agent_use_by_day').on(table.day)],
);

/** Alert rules: of an owner for its agents, and those of the home for all agents, with an empty scope. */
export const alertRules = pgTable('alert_rules', {
  scope: text('scope').primaryKey(),
  /** Receiver of webhooks, with the key of the HMAC, which is shown once. Both are null for rules with a mailbox only. */
  url: text('url'),
  secret: text('secret'),
  failing: boolean('failing').notNull(),
  silentMinutes: integer('silent_minutes'),
  tokensADay: bigint('tokens_a_day', { mode: 'number' }),
  costADay: doublePrecision('cost_a_day'),
  /** True to send notifications of calls that wait for a decision. */
  approvals: boolean('approvals').notNull().default(false),
  changedAt: momentNow('changed_at'),
});

/** Alerts that were raised. A cleared one stays for a while, so that an agent that changes often is not reported each time. */
export const agentAlerts = pgTable(
  'agent_alerts',
  {
    scope: text('scope').notNull(),
    agentId: text('agent_id').notNull(),
    kind: text('kind', { enum: ['failing', 'silent', 'expensive'] }).notNull(),
    alertId: text('alert_id').notNull(),
    /** JSON text of the facts when it was raised. */
    facts: text('facts').notNull(),
    raisedAt: momentNow('raised_at'),
    clearedAt: moment('cleared_at'),
    deliveredAt: moment('delivered_at'),
    attempts: integer('attempts').notNull().default(0),
    /** Time of the next attempt; null after delivery or the last attempt. */
    nextAttemptAt: moment('next_attempt_at'),
    /** Closed code of the latest failed attempt. */
    failure: text('failure'),
    /** Delivery by mail, apart from that by webhook: one receiver that is away does not delay the other. */
    mailDeliveredAt: moment('mail_delivered_at'),
    mailAttempts: integer('mail_attempts').notNull().default(0),
    mailNextAttemptAt: moment('mail_next_attempt_at'),
    mailFailure: text('mail_failure'),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.agentId, table.kind] }),
    index('agent_alerts_due').on(table.nextAttemptAt).where(sql`next_attempt_at is not null`),
    index('agent_alerts_mail_due').on(table.mailNextAttemptAt).where(sql`mail_next_attempt_at is not null`),
  ],
);
