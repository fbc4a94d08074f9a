import type { AgentCardDraft } from '@agent-home/protocol';
import { type Persona, storedPersona } from './stored-draft.ts';

/**
 * The draft with the persona that was reviewed, or with none, in place of another one, which has to wait for an admin:
 * at registration as at a change, before admission as after it (openspec: owners). Removing one needs no review.
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
