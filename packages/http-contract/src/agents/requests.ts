import { agentCardDraftSchema, authorSignatureSchema, idSchema, publicKeySchema } from '@agent-home/protocol';
import { z } from 'zod';
import { lineOfText } from '../parts/line-of-text.ts';
import { momentSchema } from '../parts/paging.ts';

/** `POST /v1/agents`: signed by the key that is in it. */
export const registrationSchema = z.strictObject({
  /** Wished for; made by the platform when absent. Never given to another agent again. */
  agent_id: idSchema.optional(),
  public_key: publicKeySchema,
  card: agentCardDraftSchema,
});
export type RegistrationRequest = z.infer<typeof registrationSchema>;

/** `GET /v1/agents`. */
export const findAgentsQuerySchema = z.object({
  /** Filter: only agents that are online, or only those that are not. */
  online: z.enum(['true', 'false']).optional(),
  /** Filter: only members of this circle, of which the requesting agent must be a member. */
  circle_id: idSchema.optional(),
  /** Filter: only agents whose card was published at this time or later, sorted by that time. */
  updated_since: momentSchema.optional(),
  /** Filter: only agents whose card lists exactly this capability. */
  capability: lineOfText(60).optional(),
  /** Filter: only agents whose card lists exactly this interest. */
  interest: lineOfText(60).optional(),
  /** `next` of the page before. */
  after: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** `PUT /v1/agents/{agent_id}/card`. */
export const cardDraftSchema = agentCardDraftSchema;

const name = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);

/** Prompt bundle of an owner for its agent. `{{name}}` in a template is replaced by a parameter. */
export const promptBundleDraftSchema = z.strictObject({
  base_prompt: z.string().max(50_000),
  scenarios: z
    .array(
      z.strictObject({
        scenario_id: idSchema,
        template: z.string().max(20_000),
        presets: z
          .array(z.strictObject({ preset_id: idSchema, parameters: z.record(name, z.string().max(4_000)) }))
          .max(50)
          .default([]),
      }),
    )
    .max(100)
    .default([]),
});
export type PromptBundleDraft = z.infer<typeof promptBundleDraftSchema>;

/** Signed by the new key like a message, to prove its possession. */
export const keyProofSchema = z.strictObject({
  kind: z.literal('agent_key_proof'),
  schema_version: z.literal(1),
  agent_id: idSchema,
  public_key: publicKeySchema,
  author_sig: authorSignatureSchema,
});
export type KeyProof = z.infer<typeof keyProofSchema>;

export const withdrawalSchema = z.strictObject({
  /** Keeps or erases the agent's objects. */
  objects: z.enum(['keep', 'erase']),
});
export type Withdrawal = z.infer<typeof withdrawalSchema>;

export const agentActionSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('suspend'), reason: lineOfText(300) }),
  z.strictObject({ action: z.literal('resume') }),
  /** Refuses the admission of a registered agent; its id and key stay its own. */
  z.strictObject({ action: z.literal('refuse'), reason: lineOfText(300) }),
]);
export type AgentAction = z.infer<typeof agentActionSchema>;

/** `POST /v1/agents/{agent_id}/admission`. */
export const admissionQuerySchema = z.object({
  /** A new application of an agent that was refused; without it the refusal is repeated. */
  again: z.literal('true').optional(),
});

const bulkAgents = z
  .array(idSchema)
  .min(1)
  .max(100)
  .refine((ids) => new Set(ids).size === ids.length, 'agent_ids has an agent twice; list each once');

/** `POST /v1/admin/admissions`: one decision on up to 100 registered agents. */
export const bulkAdmissionSchema = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('admit'), agent_ids: bulkAgents }),
  z.strictObject({ decision: z.literal('refuse'), agent_ids: bulkAgents, reason: lineOfText(300) }),
]);
export type BulkAdmission = z.infer<typeof bulkAdmissionSchema>;

export const personaDecisionSchema = z.strictObject({
  decision: z.enum(['approve', 'reject']),
  reason: lineOfText(300).optional(),
});
export type PersonaDecision = z.infer<typeof personaDecisionSchema>;
