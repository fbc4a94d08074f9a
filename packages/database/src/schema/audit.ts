import { bigserial, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
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
    // Rows come in order of time, so that this costs next to nothing to keep.
    index('credential_audit_by_time').using('brin', table.requestedAt),
  ],
);

/** What agents refused to trust. Repeats are counted, not stored again. */
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
