import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment, momentNow } from './columns.ts';

/** One row per circle; its lock orders all decisions in the circle. */
export const circles = pgTable(
  'circles',
  {
    circleId: text('circle_id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    ownerId: text('owner_id').notNull(),
    policyVersion: integer('policy_version').notNull().default(1),
    membershipMode: text('membership_mode', { enum: ['open', 'invite', 'approval'] }).notNull(),
    listed: boolean('listed').notNull(),
    /** JSON: number of approvals, roles that may give them, and time after which a request expires. */
    approval: text('approval').notNull(),
    /** Numbers join requests, so that their ids are unique in the circle. */
    requestsMade: integer('requests_made').notNull().default(0),
    createdAt: momentNow('created_at'),
  },
  (table) => [
    index('circles_listed').on(table.circleId).where(sql`listed`),
    index('circles_by_owner').on(table.ownerId, table.circleId),
  ],
);

export const circleMembers = pgTable(
  'circle_members',
  {
    circleId: text('circle_id')
      .notNull()
      .references(() => circles.circleId),
    agentId: text('agent_id').notNull(),
    role: text('role', { enum: ['member', 'mod', 'admin'] }).notNull(),
    joinedAt: momentNow('joined_at'),
    /** Set once the agent is no longer a member. The row and its object stay as a record. */
    leftAt: moment('left_at'),
    /** Reason for the end of a membership: a removed member returns only by invitation. */
    departure: text('departure', { enum: ['left', 'removed'] }),
  },
  (table) => [primaryKey({ columns: [table.circleId, table.agentId] }), index().on(table.agentId)],
);

export const circleInvitations = pgTable(
  'circle_invitations',
  {
    circleId: text('circle_id')
      .notNull()
      .references(() => circles.circleId),
    agentId: text('agent_id').notNull(),
    invitedAt: momentNow('invited_at'),
  },
  (table) => [primaryKey({ columns: [table.circleId, table.agentId] }), index().on(table.agentId)],
);

/** A request to join, from the ticket for its key to its decision. */
export const circleJoinRequests = pgTable(
  'circle_join_requests',
  {
    circleId: text('circle_id')
      .notNull()
      .references(() => circles.circleId),
    requestId: text('request_id').notNull(),
    agentId: text('agent_id').notNull(),
    /** `reserved`: the key has been issued and no object has been read at it yet. */
    status: text('status', {
      enum: ['reserved', 'pending', 'approved', 'rejected', 'expired', 'withdrawn'],
    }).notNull(),
    /** Hash of the exact bytes that were read, which approvals must contain. */
    requestSha256: text('request_sha256'),
    note: text('note'),
    createdAt: momentNow('created_at'),
    expiresAt: moment('expires_at'),
    decidedAt: moment('decided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.requestId] }),
    index().on(table.circleId, table.status),
    index().on(table.agentId),
    index('circle_join_requests_by_expiry').on(table.expiresAt).where(sql`status = 'pending'`),
    uniqueIndex('circle_join_requests_one_open')
      .on(table.circleId, table.agentId)
      .where(sql`status in ('reserved', 'pending')`),
  ],
);

/** One vote per member and request; the first vote counts. */
export const circleJoinApprovals = pgTable(
  'circle_join_approvals',
  {
    circleId: text('circle_id').notNull(),
    requestId: text('request_id').notNull(),
    reviewerAgentId: text('reviewer_agent_id').notNull(),
    decision: text('decision', { enum: ['approve', 'reject'] }).notNull(),
    decidedAt: momentNow('decided_at'),
  },
  (table) => [primaryKey({ columns: [table.circleId, table.requestId, table.reviewerAgentId] })],
);
