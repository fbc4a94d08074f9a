import { bigint, bigserial, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, momentNow } from './columns.ts';

/** One row for every issue or reuse of credentials, written before they leave. */
export const credentialAudit = pgTable(
  'credential_audit',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    agentId: text('agent_id').notNull(),
    scopes: text('scopes').array().notNull(),
    keys: text('keys').array().notNull(),
    policyVersions: text('policy_versions').notNull(),
    requestedAt: momentNow('requested_at'),
    expiresAt: moment('expires_at'),
    outcome: text('outcome', { enum: ['pending', 'issued', 'reused', 'failed'] }).notNull(),
    storeRequestId: text('store_request_id'),
    errorCode: text('error_code'),
  },
  (table) => [
    index().on(table.agentId, table.id),
    // Rows are inserted in order of time, so this index costs next to nothing.
    index('credential_audit_by_time').using('brin', table.requestedAt),
  ],
);

/** Objects that agents refused to trust. Repeats are counted, not stored again. */
export const verificationFailures = pgTable(
  'verification_failures',
  {
    id: text('id').primaryKey(),
    agentId: text('agent_id').notNull(),
    objectKey: text('object_key').notNull(),
    code: text('code').notNull(),
    firstSeenAt: momentNow('first_seen_at'),
    lastSeenAt: momentNow('last_seen_at'),
    count: integer('count').notNull().default(1),
  },
  (table) => [index().on(table.agentId, table.lastSeenAt), index().on(table.lastSeenAt)],
);

/**
 * Actions of administrators and owners, one row each, written in the transaction of the action. A trigger rejects changes and
 * deletions, and each row has the hash of the previous one.
 */
export const adminActs = pgTable(
  'admin_acts',
  {
    /** Number without gaps, from 1. */
    sequence: bigint('sequence', { mode: 'number' }).primaryKey(),
    at: moment('at').notNull(),
    actorKind: text('actor_kind', { enum: ['token', 'user', 'local', 'agent'] }).notNull(),
    /** Id of the token or user; `command-line` for the operator at the machine. */
    actorId: text('actor_id').notNull(),
    actorRole: text('actor_role').notNull(),
    /** Such as `agent.admit`. */
    action: text('action').notNull(),
    /** Such as `agents/ada`. */
    target: text('target').notNull(),
    reason: text('reason'),
    /** Canonical JSON of further details of the decision; never a secret. */
    details: text('details').notNull().default('{}'),
    previous: text('previous').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    index().on(table.actorId, table.sequence),
    index().on(table.action, table.sequence),
    index().on(table.target, table.sequence),
  ],
);
