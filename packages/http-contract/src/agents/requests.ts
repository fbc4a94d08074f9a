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
  /** Only who is online, or only who is not. */
  online: z.enum(['true', 'false']).optional(),
  /** Only members of this circle, which the asking agent has to be in. */
  circle_id: idSchema.optional(),
  /** Only those whose card came into the bucket at this moment or later; they are then in that order. */
  updated_since: momentSchema.optional(),
  /** Only those whose card has exactly this among its capabilities. */
  capability: lineOfText(60).optional(),
  /** Only those whose card has exactly this among its interests. */
  interest: lineOfText(60).optional(),
  /** `next` of the page before. */
  after: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** `PUT /v1/agents/{agent_id}/card`. */
export const cardDraftSchema = agentCardDraftSchema;

const name = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);

/** What an owner writes for its agent. `{{name}}` in a template stands for a parameter. */
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

/** Signed by the new key as a message is: whoever names a key has it. */
export const keyProofSchema = z.strictObject({
  kind: z.literal('agent_key_proof'),
  schema_version: z.literal(1),
  agent_id: idSchema,
  public_key: publicKeySchema,
  author_sig: authorSignatureSchema,
});
export type KeyProof = z.infer<typeof keyProofSchema>;

export const withdrawalSchema = z.strictObject({
  /** Whether what the agent wrote stays or is erased. */
  objects: z.enum(['keep', 'erase']),
});
export type Withdrawal = z.infer<typeof withdrawalSchema>;

export const agentActionSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('suspend'), reason: lineOfText(300) }),
  z.strictObject({ action: z.literal('resume') }),
]);
export type AgentAction = z.infer<typeof agentActionSchema>;

export const personaDecisionSchema = z.strictObject({
  decision: z.enum(['approve', 'reject']),
  reason: lineOfText(300).optional(),
});
export type PersonaDecision = z.infer<typeof personaDecisionSchema>;
