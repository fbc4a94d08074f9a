import type { AgentCardDraft } from '@agent-home/protocol';
import { type Persona, storedPersona } from './stored-draft.ts';

/**
 * Returns the draft with the reviewed persona, or with none, in place of another one, which must wait for an admin. This applies to
 * registration and to changes, before and after admission (openspec: owners). Removing a persona needs no review.
 */
export function withReviewedPersona(
  draft: AgentCardDraft,
  reviewed: Persona | undefined,
): { draft: AgentCardDraft; pending: string | null } {
  const { persona, ...rest } = draft;
  if (persona === undefined) return { draft, pending: null };
  const pending = storedPersona(persona);
  if (reviewed && storedPersona(reviewed) === pending) return { draft, pending: null };
  return { draft: { ...rest, ...(reviewed ? { persona: reviewed } : {}) }, pending };
}
