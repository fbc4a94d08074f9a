import { z } from 'zod';
import { momentSchema, pageOf, pagingShape } from './paging.ts';

/** `GET /v1/admin/agents`: those that registered first come first. */
export const officeAgentQuerySchema = z.object({
  standing: z.enum(['registered', 'admitted', 'suspended', 'withdrawn']).optional(),
  ...pagingShape,
});
export const officeAgentListSchema = pageOf(
  z.object({
    agent_id: z.string(),
    owner_id: z.string().optional(),
    standing: z.enum(['registered', 'admitted', 'suspended', 'withdrawn']),
    key_id: z.string(),
    card_version: z.int(),
    /** What its owner wrote, certified or not. */
    card_draft: z.record(z.string(), z.unknown()),
    /** Waits for `POST /v1/admin/agents/{agent_id}/persona`. */
    pending_persona: z.unknown().optional(),
    registered_at: z.string(),
    admitted_at: z.string().optional(),
    suspended_for: z.string().optional(),
    withdrawn_at: z.string().optional(),
    quota_exceeded_at: z.string().optional(),
  }),
);
export type OfficeAgentList = z.infer<typeof officeAgentListSchema>;

/** `GET /v1/admin/owners`: by id. */
export const officePageQuerySchema = z.object(pagingShape);
export const officeOwnerListSchema = pageOf(
  z.object({
    owner_id: z.string(),
    name: z.string(),
    created_at: z.string(),
    agents: z.int(),
    /** Tokens that still open something. */
    live_tokens: z.int(),
  }),
);
export type OfficeOwnerList = z.infer<typeof officeOwnerListSchema>;

/** `GET /v1/admin/tokens`: the newest first. What they are is nowhere. */
export const officeTokenListSchema = pageOf(
  z.object({
    token_id: z.string(),
    role: z.enum(['admin', 'owner']),
    owner_id: z.string().optional(),
    label: z.string(),
    /** Of an owner’s token. */
    scopes: z.array(z.string()).optional(),
    created_at: z.string(),
    expires_at: z.string().optional(),
    revoked_at: z.string().optional(),
    /** Neither revoked nor expired. */
    live: z.boolean(),
  }),
);
export type OfficeTokenList = z.infer<typeof officeTokenListSchema>;

/** `GET /v1/admin/proposals`: by the results in the bucket, what was decided last first. */
export const officeProposalQuerySchema = z.object({
  /** `open`: votes are still asked for. */
  state: z.enum(['open', 'decided']).optional(),
  ...pagingShape,
});
const containerSchema = z.object({ kind: z.string(), id: z.string() });
export const officeProposalListSchema = pageOf(
  z.object({
    topic_id: z.string(),
    topic_title: z.string(),
    agent_id: z.string(),
    request_id: z.string(),
    request_type: z.string(),
    /** Of the certified result. */
    object_key: z.string(),
    state: z.enum(['open', 'decided']),
    outcome: z.enum(['accepted', 'rejected', 'needs_votes']),
    reason_code: z.string(),
    decided_at: z.string(),
    /** What was proposed, in its author’s words; absent once it was erased. */
    proposal: z.record(z.string(), z.unknown()).optional(),
    created: containerSchema.optional(),
    redirect: containerSchema.optional(),
    votes: z.object({ required: z.int(), current: z.int(), window_ends_at: z.string() }).optional(),
  }),
);
export type OfficeProposalList = z.infer<typeof officeProposalListSchema>;

/** `GET /v1/admin/audit`: credentials that left the home, the newest first. */
export const officeAuditQuerySchema = z.object({
  agent_id: z.string().max(63).optional(),
  /** A topic, a task or a circle, as `topics/hall`, `tasks/work` or `circles/club`. */
  container: z
    .string()
    .regex(/^(topics|tasks|circles)\/[a-z0-9][a-z0-9_-]{0,62}$/)
    .optional(),
  from: momentSchema.optional(),
  to: momentSchema.optional(),
  ...pagingShape,
});
export const officeAuditListSchema = pageOf(
  z.object({
    id: z.int(),
    agent_id: z.string(),
    scopes: z.array(z.string()),
    /** Keys, or an action and a prefix: what the credential opens. */
    keys: z.array(z.string()),
    policy_versions: z.record(z.string(), z.int()),
    requested_at: z.string(),
    expires_at: z.string().optional(),
    outcome: z.enum(['pending', 'issued', 'reused', 'failed']),
    store_request_id: z.string().optional(),
    error_code: z.string().optional(),
  }),
);
export type OfficeAuditList = z.infer<typeof officeAuditListSchema>;

/** `GET /v1/admin/keys`: public parts alone. */
export const officeKeysSchema = z.object({
  issuer: z.string(),
  /** Of the key list in the bucket. */
  version: z.int(),
  issued_at: z.string(),
  /** When the platform last said that this list is current. */
  timestamp_at: z.string().optional(),
  root_sets: z.array(
    z.object({
      version: z.int(),
      threshold: z.int(),
      keys: z.array(z.object({ key_id: z.string(), sha256: z.string() })),
    }),
  ),
  signing_keys: z.array(
    z.object({
      key_id: z.string(),
      /** Of the 32 bytes of the public key, hexadecimal. */
      sha256: z.string(),
      purpose: z.string(),
      valid_from: z.string(),
      valid_until: z.string(),
      revoked: z.object({ reason: z.string(), at: z.string() }).optional(),
    }),
  ),
});
export type OfficeKeys = z.infer<typeof officeKeysSchema>;

/** `GET /v1/admin/health`: what docs/operations.md says to look at. Seconds and counts. */
export const officeHealthSchema = z.object({
  measured_at: z.string(),
  versions: z.object({
    node: z.string(),
    postgresql: z.string(),
    migrations: z.object({ known: z.int(), applied: z.int(), current: z.boolean() }),
  }),
  outbox: z.object({ pending: z.int(), oldest_seconds: z.number() }),
  tickets: z.object({ open: z.int(), overdue_seconds: z.number() }),
  deadlines: z.object({ overdue_seconds: z.number() }),
  feed: z.object({ unread_oldest_seconds: z.number() }),
  /** Of the store’s events of the last hour. */
  events: z.object({
    received: z.int(),
    last_received_at: z.string().optional(),
    /** From a write to its event, by the store’s clock. */
    lag_seconds: z.object({ median: z.number(), highest: z.number() }).optional(),
  }),
  /** Waiting for a person, by kind. */
  dead_letters: z.record(z.string(), z.int()),
  /** Tried again by themselves. */
  failures_open: z.int(),
  /** Of the process that answered: whether it leaves a service alone because it does not answer. */
  breakers: z.object({ store: z.boolean(), token_service: z.boolean() }),
  clock_offset_seconds: z.number(),
});
export type OfficeHealth = z.infer<typeof officeHealthSchema>;
