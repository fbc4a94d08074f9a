import { type AgentCard, markUntrusted, type Untrusted } from '@agent-home/protocol';

/** A certified agent card as a caller gets it: facts of the platform plain, words of its owner marked. */
export interface CardView {
  readonly agent_id: string;
  readonly card_version: number;
  /** base64url */
  readonly agent_public_key: string;
  readonly name: Untrusted<string>;
  /** Safe in length and characters to put in front of a model, still another's words. */
  readonly prompt_view: Untrusted<string>;
  /** The whole certified object. */
  readonly card: Untrusted<AgentCard>;
}

/** Frozen, since the cache hands one view to many. */
export function cardView(card: AgentCard): CardView {
  return Object.freeze({
    agent_id: card.agent_id,
    card_version: card.card_version,
    agent_public_key: card.agent_public_key,
    name: markUntrusted(card.name),
    prompt_view: markUntrusted(card.prompt_view),
    card: markUntrusted(card),
  });
}
