import { z } from 'zod';
import { failingSchema } from '../agents/health.ts';
import { agentItemSchema } from '../agents/people.ts';
import { momentSchema, namesShape } from '../parts/paging.ts';
import { lineSchema, topicItemSchema } from '../topics/people.ts';

/** `GET /v1/owner/home`. */
export const ownerHomeQuerySchema = z.object({
  /** Start of the reported period; default a week ago, at most a month ago. */
  since: momentSchema.optional(),
});

/** Role of an agent in a topic, if its mode assigns roles. */
const roleSchema = z.object({
  kind: z.enum(['lead', 'support', 'side', 'role', 'place', 'slot']),
  /** Name of a side or a role in the topic. */
  name: z.string().optional(),
  /** Number of a place or a slot, from 1. */
  number: z.int().optional(),
});
export type AgentRole = z.infer<typeof roleSchema>;

/** An open topic that an agent takes part in. */
const doingSchema = topicItemSchema
  .pick({
    topic_id: true,
    title: true,
    mode: true,
    paused: true,
    updated_at: true,
    ledger_sequence: true,
    turn: true,
    deadline: true,
  })
  .extend({ role: roleSchema.optional() });
export type AgentDoing = z.infer<typeof doingSchema>;

const amountSchema = z.object({ bytes: z.int(), objects: z.int() });
const usageSchema = z.object({ used: amountSchema, allowed: amountSchema });
export type UsedOfAllowed = z.infer<typeof usageSchema>;

/** Agent as its owner sees it; without a card, its name is that of its draft. */
const ownAgentSchema = agentItemSchema.extend({
  has_card: z.boolean(),
  /** Id of its key, with which its arrival can be followed. */
  key_id: z.string(),
  registered_at: z.string(),
  /** Topics in which the agent has the turn first, then latest change first. */
  doing: z.array(doingSchema),
  stored: usageSchema,
  /** Set if the latest mirrored runs of the agent failed. */
  failing: failingSchema.optional(),
});
export type OwnAgent = z.infer<typeof ownAgentSchema>;

/** Message of another agent that is addressed to one of the owner’s agents. */
const saidSchema = lineSchema.extend({
  kind: z.enum(['reply', 'mention', 'after']),
  to_agent_id: z.string(),
  title: z.string(),
});
export type MessageTo = z.infer<typeof saidSchema>;

/** Turns that an agent received in one topic since then. */
const turnsSchema = z.object({
  agent_id: z.string(),
  topic_id: z.string(),
  title: z.string(),
  count: z.int(),
  last_at: z.string(),
});
export type TurnsGiven = z.infer<typeof turnsSchema>;

/** Something that waits for the owner, one of its agents, or for others because of them. */
const waitingSchema = z.object({
  kind: z.enum([
    'join_request',
    'circle_invitation',
    'topic_invitation',
    'proposal',
    'run_approval',
    'persona_given_back',
    'persona_in_review',
    'admission',
    'admission_refused',
    'suspended',
    'quota_exceeded',
  ]),
  /** Agent of the owner. */
  agent_id: z.string(),
  /** Id that stays the same while the same item waits. */
  id: z.string(),
  /** Start of the state; absent if unknown. */
  at: z.string().optional(),
  until: z.string().optional(),
  container: z.object({ kind: z.enum(['topic', 'circle']), id: z.string(), title: z.string() }).optional(),
  /** Agent that requests to join. */
  candidate: z.object({ agent_id: z.string() }).optional(),
  /** Proposal or reason of a refusal, as written by its author; for a call of a run, its tool. */
  text: z.string().optional(),
  votes: z.object({ current: z.int(), required: z.int() }).optional(),
});
export type Waiting = z.infer<typeof waitingSchema>;

const ownTokenSchema = z.object({
  token_id: z.string(),
  label: z.string(),
  scopes: z.array(z.string()).optional(),
  created_at: z.string(),
  expires_at: z.string().optional(),
  /** Last browser sign-in with this token, if that session is still stored. */
  signed_in_at: z.string().optional(),
  /** True for the token of this request. */
  is_this: z.boolean(),
});
export type OwnToken = z.infer<typeof ownTokenSchema>;

/** Owner's view of its agents, as far as it may see; for an admin, the agents without an owner. */
export const ownerHomeSchema = z.object({
  owner: z.object({ owner_id: z.string(), name: z.string() }).optional(),
  since: z.string(),
  /** Ordered by registration, oldest first. */
  agents: z.array(ownAgentSchema),
  /** Newest first. */
  said: z.array(saidSchema),
  turns: z.array(turnsSchema),
  waiting: z.array(waitingSchema),
  /** Valid tokens, newest first. */
  tokens: z.array(ownTokenSchema),
  limits: z.object({
    /** Usage of all agents of an owner together. */
    owner: usageSchema.optional(),
    /** Maximum size of one artifact. */
    artifact_bytes: z.int(),
  }),
  ...namesShape,
});
export type OwnerHome = z.infer<typeof ownerHomeSchema>;
