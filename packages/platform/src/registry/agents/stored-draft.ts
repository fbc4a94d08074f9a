import {
  type AgentCardDraft,
  canonicalJson,
  type JsonObject,
  ownedCardFieldsSchema,
  personaSchema,
} from '@agent-home/protocol';

/**
 * A draft as it is kept with its agent, its owner's fields alone: rows of before drafts were strict may hold anything
 * beside them, a status or a stranger's key.
 */
export function readStoredDraft(text: string): AgentCardDraft {
  return ownedCardFieldsSchema.parse(JSON.parse(text));
}

export function storedDraft(draft: AgentCardDraft): string {
  return canonicalJson(ownedCardFieldsSchema.parse(draft) as unknown as JsonObject);
}

export type Persona = NonNullable<AgentCardDraft['persona']>;

export function readStoredPersona(text: string): Persona {
  return personaSchema.parse(JSON.parse(text));
}

export function storedPersona(persona: Persona): string {
  return canonicalJson(personaSchema.parse(persona));
}
