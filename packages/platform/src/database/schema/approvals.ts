import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment, momentNow } from './columns.ts';

/** Questions of runs to approvers. The certified decision is in the bucket. */
export const runApprovals = pgTable(
  'run_approvals',
  {
    agentId: text('agent_id').notNull(),
    approvalId: text('approval_id').notNull(),
    /** JSON text of the request, as the agent sent it. */
    request: text('request').notNull(),
    state: text('state', { enum: ['pending', 'approved', 'denied', 'withdrawn'] })
      .notNull()
      .default('pending'),
    needed: integer('needed').notNull(),
    /** JSON text: approvers so far, each with its token or user. */
    deciders: text('deciders').notNull().default('[]'),
    allow: text('allow'),
    reason: text('reason').notNull().default(''),
    requestedAt: momentNow('requested_at'),
    expiresAt: moment('expires_at').notNull(),
    decidedAt: moment('decided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.approvalId] }),
    index('run_approvals_pending').on(table.agentId).where(sql`state = 'pending'`),
    index('run_approvals_by_time').on(table.requestedAt, table.agentId, table.approvalId),
  ],
);

/** Rules of owners about the approvers of their agents. An agent without a row has none of them. */
export const approvalRules = pgTable('approval_rules', {
  agentId: text('agent_id').primaryKey(),
  adminsMayDecide: boolean('admins_may_decide').notNull(),
  twoForHighRisk: boolean('two_for_high_risk').notNull(),
});
