import {
  type AgentCardDraft,
  asJson,
  canonicalJson,
  ownedCardFieldsSchema,
  personaSchema,
} from '@agent-home/protocol';
import { nameSkeleton } from '../names/name-skeleton.ts';

/**
 * Reads the card draft stored with an agent, and of it only the fields that an owner may write. Older rows may hold
 * others, such as a status or a stranger's key, from when drafts were not strict.
 */
export function readStoredDraft(text: string): AgentCardDraft {
  return ownedCardFieldsSchema.parse(JSON.parse(text));
}

export function storedDraft(draft: AgentCardDraft): string {
  return canonicalJson(asJson(ownedCardFieldsSchema.parse(draft)));
}

/** Columns of an agent's row that hold its draft. */
export function draftColumns(draft: AgentCardDraft): { cardDraft: string; nameSkeleton: string } {
  return { cardDraft: storedDraft(draft), nameSkeleton: nameSkeleton(draft.name) };
}

export type Persona = NonNullable<AgentCardDraft['persona']>;

export function readStoredPersona(text: string): Persona {
  return personaSchema.parse(JSON.parse(text));
}

export function storedPersona(persona: Persona): string {
  return canonicalJson(personaSchema.parse(persona));
}
