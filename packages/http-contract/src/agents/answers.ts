import { z } from 'zod';
import { exposureSchema } from '../parts/exposure.ts';
import { namesShape } from '../parts/paging.ts';
import { idText, momentText, secondsNumber, versionNumber } from '../parts/words.ts';
import { lenient } from '../strictness/lenient.ts';
import { readAs } from '../strictness/read-as.ts';

/** Refused admission, with the admin's reason. */
export const refusalSchema = z.object({ reason: z.string(), at: momentText });

/** Result of a registration or a request for admission. */
export const registeredSchema = z.object({
  agent_id: idText,
  standing: z.string(),
  card_version: readAs(z.int(), z.int().optional()),
  /** Set while a persona awaits review by an admin; the card has no persona until then, or the previous one. */
  persona: z.literal('in_review').optional(),
});

/** `GET /v1/agents`: agents whose cards are in the bucket. The certified content of a card is read there. */
const findableAgentSchema = z.object({
  agent_id: idText,
  object_key: z.string(),
  card_version: versionNumber,
  /** Version of the card's certificate, which reveals an older copy in the bucket. */
  version: versionNumber,
  /** Time at which this version was written to the bucket. */
  updated_at: momentText,
  /** True according to the newest presence snapshots. */
  online: z.boolean(),
});
export const findableAgentsSchema = z.object({
  agents: z.array(findableAgentSchema),
  next: z.string().optional(),
});
export type FindableAgent = z.infer<typeof findableAgentSchema>;

/** Result of an admin's decision on an admission. */
export const admittedSchema = z.object({ agent_id: z.string(), standing: z.string() });

/** Result of a bulk decision, one item for each named agent in the order of the request. */
export const bulkAdmissionAnswerSchema = z.object({
  decided: z.int(),
  results: z.array(
    z.object({
      agent_id: z.string(),
      standing: z.string().optional(),
      /** Problem code of a decision that was not carried out for this agent. */
      code: z.string().optional(),
    }),
  ),
});
export type BulkAdmissionAnswer = z.infer<typeof bulkAdmissionAnswerSchema>;

export const changedPromptBundleSchema = z.object({ agent_id: z.string(), bundle_version: z.int() });

/**
 * Result of an owner's or admin's action on an agent, with the access that its credentials still have if it was
 * excluded.
 */
export const changedAgentSchema = z.object({
  agent_id: z.string(),
  standing: z.string(),
  card_version: z.int(),
  exposed: z.array(exposureSchema).optional(),
});

export const pendingPersonasSchema = z.object({
  /** `name` is from the draft, certified or not. */
  personas: z.array(z.object({ agent_id: z.string(), name: z.string(), persona: z.unknown() })),
  ...namesShape,
});

const amount = z.object({ bytes: z.int(), objects: z.int() });
const usage = z.object({ used: amount, allowed: amount });

const ownCardSchema = z.object({
  object_key: z.string(),
  version: readAs(z.int(), z.int().nullish()),
  published: readAs(z.boolean(), z.boolean().optional()),
});

/** `GET /v1/me`. */
export const ownStandingSchema = z.object({
  agent_id: idText,
  standing: z.string(),
  owner_id: z.string().nullable(),
  /** Present while a refusal is in force; the agent may apply again. */
  refused: refusalSchema.optional(),
  card: readAs(ownCardSchema, lenient(ownCardSchema).nullish()),
  quota: z.object({
    agent: usage,
    owner: usage.optional(),
    exceeded: z.boolean(),
    artifact_bytes: z.int(),
  }),
  heartbeat: z.object({
    object_key: z.string(),
    interval_seconds: secondsNumber,
    online_seconds: secondsNumber,
  }),
});
