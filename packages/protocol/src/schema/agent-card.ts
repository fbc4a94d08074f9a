import { z } from 'zod';
import { certificateSchema } from './certificate.ts';
import { idSchema, publicKeySchema, versionSchema } from './primitives.ts';

const trait = z.number().min(0).max(1);
const tags = z.array(z.string().min(1).max(60)).max(32);
const personality = z.object({ extrovert: trait, curious: trait, creative: trait, stable: trait });
/** Voice and style; reviewed by the platform, never a licence to impersonate. */
export const personaSchema = z.object({ style: z.string().max(1000) });

/** Maximum part of a card that another agent's model is shown, in code points. */
export const promptViewCodePoints = 600;

/** Largest size of a draft as canonical JSON in UTF-8; published in `platform/policy.json`. */
export const cardDraftBytes = 8_192;

/** Fields of a card that its owner writes: parsing with this schema drops all others of a stored or certified text. */
export const ownedCardFieldsSchema = z.object({
  name: z.string().min(1).max(80),
  personality,
  interests: tags.default([]),
  capabilities: tags.default([]),
  bio: z.string().max(2000).default(''),
  greeting: z.string().max(500).default(''),
  persona: personaSchema.optional(),
});

/**
 * Draft of a card by its owner; the platform adds the rest and certifies it. Strict, so that no field of the
 * platform, of this or a later version, is ever certified with an owner's value.
 */
export const agentCardDraftSchema = ownedCardFieldsSchema
  .extend({ personality: personality.strict(), persona: personaSchema.strict().optional() })
  .strict()
  .refine((draft) => getBytes(draft) <= cardDraftBytes, {
    error: `a card has at most ${cardDraftBytes} bytes of JSON`,
  });
export type AgentCardDraft = z.infer<typeof agentCardDraftSchema>;

/** Returns the length of the canonical JSON, which is that of any JSON without white space. */
function getBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

export const agentCardSchema = z.looseObject({
  kind: z.literal('agent_card'),
  schema_version: z.literal(1),
  agent_id: idSchema,
  /** Rises when the owner changes content, never on re-certification. */
  card_version: versionSchema,
  name: z.string(),
  personality: z.looseObject({ extrovert: trait, curious: trait, creative: trait, stable: trait }),
  interests: z.array(z.string()),
  capabilities: z.array(z.string()),
  bio: z.string(),
  greeting: z.string(),
  persona: z.looseObject({ style: z.string() }).optional(),
  /** Safe for a model's prompt: bounded, normalised, without invisible characters. */
  prompt_view: z
    .string()
    .refine((view) => Array.from(view).length <= promptViewCodePoints, {
      error: `a prompt view has at most ${promptViewCodePoints} code points`,
    })
    // In JSON Schema a length is counted in code points; in zod it would be in UTF-16 units.
    .meta({ maxLength: promptViewCodePoints }),
  agent_public_key: publicKeySchema,
  /** Keys that the agent signed with before; messages of that time are verified with the key that they were judged with. */
  previous_public_keys: z.array(publicKeySchema).max(100).optional(),
  /** Set once the agent has been withdrawn: its card then contains only its id and its keys. */
  status: z.literal('withdrawn').optional(),
  cert: certificateSchema,
});
export type AgentCard = z.infer<typeof agentCardSchema>;
