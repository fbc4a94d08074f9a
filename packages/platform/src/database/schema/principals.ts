import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { collectParts, moment, momentNow } from './columns.ts';

/** Owners, who are responsible for agents and containers. */
export const owners = pgTable('owners', {
  ownerId: text('owner_id').primaryKey(),
  name: text('name').notNull(),
  createdAt: momentNow('created_at'),
});

/** Bearer tokens of owners and admins. Only the hash is kept. */
export const tokens = pgTable('tokens', {
  tokenHash: text('token_hash').primaryKey(),
  tokenId: text('token_id').notNull().unique(),
  role: text('role', { enum: ['admin', 'owner'] }).notNull(),
  ownerId: text('owner_id').references(() => owners.ownerId),
  label: text('label').notNull(),
  /** Scopes of an owner's token; an admin's token has all of them. */
  scopes: text('scopes', { enum: ['cards', 'keys', 'topics', 'withdrawal', 'approvals'] })
    .array()
    .notNull()
    .default(['cards', 'keys', 'topics', 'withdrawal', 'approvals']),
  createdAt: momentNow('created_at'),
  expiresAt: moment('expires_at'),
  revokedAt: moment('revoked_at'),
});

/** Named users, who sign in at an OpenID provider. An issuer and its subject are one user; an e-mail address is not. */
export const users = pgTable(
  'users',
  {
    userId: text('user_id').primaryKey(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    name: text('name').notNull(),
    role: text('role', { enum: ['admin', 'moderator', 'operator', 'auditor', 'owner'] }).notNull(),
    ownerId: text('owner_id').references(() => owners.ownerId),
    createdAt: momentNow('created_at'),
    lastSignedInAt: moment('last_signed_in_at'),
    disabledAt: moment('disabled_at'),
  },
  (table) => [unique().on(table.issuer, table.subject)],
);

/** Invitations of users, each good for one. Only the hash of the link's secret is kept. */
export const invitations = pgTable('invitations', {
  invitationHash: text('invitation_hash').primaryKey(),
  invitationId: text('invitation_id').notNull().unique(),
  role: text('role', { enum: ['admin', 'moderator', 'operator', 'auditor', 'owner'] }).notNull(),
  ownerId: text('owner_id').references(() => owners.ownerId),
  createdAt: momentNow('created_at'),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
  usedBy: text('used_by').references(() => users.userId),
  revokedAt: moment('revoked_at'),
});

/** Browsers signed in with a token or as a user, never both. Only the hash of the cookie's secret is kept. */
export const sessions = pgTable('sessions', {
  sessionHash: text('session_hash').primaryKey(),
  /** Identifies the session in lists and for revoking it; grants no access. */
  sessionId: text('session_id').notNull().unique().default(sql`gen_random_uuid()::text`),
  tokenHash: text('token_hash').references(() => tokens.tokenHash, { onDelete: 'cascade' }),
  userId: text('user_id').references(() => users.userId, { onDelete: 'cascade' }),
  createdAt: momentNow('created_at'),
  expiresAt: moment('expires_at').notNull(),
});

export const agents = pgTable(
  'agents',
  {
    agentId: text('agent_id').primaryKey(),
    ownerId: text('owner_id').references(() => owners.ownerId),
    publicKey: text('public_key').notNull().unique(),
    /** Names the public key in signed requests. */
    keyId: text('key_id').notNull().unique(),
    standing: text('standing', { enum: ['registered', 'admitted', 'suspended', 'withdrawn'] }).notNull(),
    /** JSON text, because `jsonb` rejects an escaped NUL and rewrites numbers. */
    cardDraft: text('card_draft').notNull(),
    /** UTS #39 skeleton of the name; null in older rows until the sweep fills it in. */
    nameSkeleton: text('name_skeleton'),
    cardVersion: integer('card_version').notNull().default(1),
    registeredAt: momentNow('registered_at'),
    admittedAt: moment('admitted_at'),
    /** Reason of the suspension, in the admin's words. */
    suspendedFor: text('suspended_for'),
    withdrawnAt: moment('withdrawn_at'),
    /** Reason of a refused admission; null once the agent applies again or is admitted. */
    refusedFor: text('refused_for'),
    refusedAt: moment('refused_at'),
    /** JSON text of a persona that waits for approval by an admin. */
    pendingPersona: text('pending_persona'),
    /** Time since which its work, or that of all its owner's agents, has exceeded the quota. */
    quotaExceededAt: moment('quota_exceeded_at'),
  },
  (table) => [
    index('agents_by_owner').on(table.ownerId).where(sql`owner_id is not null`),
    index('agents_by_name_skeleton').on(table.nameSkeleton),
    index('agents_without_skeleton')
      .on(table.agentId)
      .where(sql`name_skeleton is null and standing <> 'withdrawn'`),
    index('agents_persona_in_review').on(table.agentId).where(sql`pending_persona is not null`),
    index('agents_never_admitted').on(table.registeredAt).where(sql`standing = 'registered'`),
    index('agents_by_registration').on(table.registeredAt, table.agentId),
    index('agents_by_standing').on(table.standing, table.registeredAt, table.agentId),
    index('agents_by_part_of_id').using('gin', collectParts(table.agentId)).with({ fastupdate: false }),
  ],
);

/** Former keys of agents, which must not sign again. */
export const retiredKeys = pgTable('retired_keys', {
  publicKey: text('public_key').primaryKey(),
  agentId: text('agent_id').notNull(),
  retiredAt: momentNow('retired_at'),
});

/** Nonces of signed requests, so that a request is never accepted twice by any process. */
export const requestNonces = pgTable(
  'request_nonces',
  {
    keyId: text('key_id').notNull(),
    nonce: text('nonce').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.nonce] }), index().on(table.expiresAt)],
);

/** Responses to completed mutations, by `Idempotency-Key`. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    principal: text('principal').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    /** Null while the first request is in progress. */
    status: integer('status'),
    response: text('response'),
    createdAt: momentNow('created_at'),
  },
  (table) => [primaryKey({ columns: [table.principal, table.key] }), index().on(table.createdAt)],
);
