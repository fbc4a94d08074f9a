import {
  type AgentCardDraft,
  asJson,
  canonicalJson,
  ownedCardFieldsSchema,
  personaSchema,
} from '@agent-home/protocol';
import { nameSkeleton } from '../names/name-skeleton.ts';

/**
 * Reads the fields of an agent's stored card draft that an owner may write. Older rows may contain others, such as a status or
 * another key, from a time when drafts were not strict.
 */
export function readStoredDraft(text: string): AgentCardDraft {
  return ownedCardFieldsSchema.parse(JSON.parse(text));
}

export function storedDraft(draft: AgentCardDraft): string {
  return canonicalJson(asJson(ownedCardFieldsSchema.parse(draft)));
}

/** Returns the columns of an agent's row that hold its draft. */
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
