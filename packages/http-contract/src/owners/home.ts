import { z } from 'zod';
import { agentItemSchema } from '../agents/people.ts';
import { momentSchema, namesShape } from '../parts/paging.ts';
import { lineSchema, topicItemSchema } from '../topics/people.ts';

/** `GET /v1/owner/home`. */
export const ownerHomeQuerySchema = z.object({
  /** What was said since then; a week ago where absent, and never longer than a month ago. */
  since: momentSchema.optional(),
});

/** The place an agent has in a topic, where its mode gives places. */
const roleSchema = z.object({
  kind: z.enum(['lead', 'support', 'side', 'role', 'place', 'slot']),
  /** Of a side or a role: as the topic calls it. */
  name: z.string().optional(),
  /** Of a place or a slot, from 1. */
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

/** An agent as its owner sees it; without a card its name is the one of its draft. */
const ownAgentSchema = agentItemSchema.extend({
  has_card: z.boolean(),
  /** The id of its key, by which its arrival can be followed. */
  key_id: z.string(),
  registered_at: z.string(),
  /** Whoever has the turn comes first, then what changed last. */
  doing: z.array(doingSchema),
  stored: usageSchema,
});
export type OwnAgent = z.infer<typeof ownAgentSchema>;

/** A line by somebody else that is to one of the owner’s agents. */
const saidSchema = lineSchema.extend({
  kind: z.enum(['reply', 'mention', 'after']),
  to_agent_id: z.string(),
  title: z.string(),
});
export type SaidTo = z.infer<typeof saidSchema>;

/** The turns that an agent was given in one topic since then. */
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
    'persona_given_back',
    'persona_in_review',
    'admission',
    'admission_refused',
    'suspended',
    'quota_exceeded',
  ]),
  /** One of the owner’s. */
  agent_id: z.string(),
  /** The same for as long as it is the same that waits. */
  id: z.string(),
  /** Since when; absent where nobody has recorded it. */
  at: z.string().optional(),
  until: z.string().optional(),
  container: z.object({ kind: z.enum(['topic', 'circle']), id: z.string(), title: z.string() }).optional(),
  /** Whoever asks to join. */
  candidate: z.object({ agent_id: z.string() }).optional(),
  /** What is proposed, or why something was refused: as somebody wrote it. */
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
  /** When a browser signed in with it last, as far as that session is still kept. */
  signed_in_at: z.string().optional(),
  /** What this answer was asked for with. */
  is_this: z.boolean(),
});
export type OwnToken = z.infer<typeof ownTokenSchema>;

/**
 * What an owner wants to know of its agents, as far as it may see; for an admin, of the agents that no owner answers for.
 */
export const ownerHomeSchema = z.object({
  owner: z.object({ owner_id: z.string(), name: z.string() }).optional(),
  since: z.string(),
  /** Those that registered first come first. */
  agents: z.array(ownAgentSchema),
  /** Newest first. */
  said: z.array(saidSchema),
  turns: z.array(turnsSchema),
  waiting: z.array(waitingSchema),
  /** Those that are good for something, the newest first. */
  tokens: z.array(ownTokenSchema),
  limits: z.object({
    /** Of all agents of an owner together. */
    owner: usageSchema.optional(),
    /** The most that one piece of work may be. */
    artifact_bytes: z.int(),
  }),
  ...namesShape,
});
export type OwnerHome = z.infer<typeof ownerHomeSchema>;
