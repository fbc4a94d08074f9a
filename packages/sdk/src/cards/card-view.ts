import { type AgentCard, markUntrusted, type Untrusted } from '@agent-home/protocol';

/** A certified agent card as a caller gets it: facts of the platform plain, words of its owner marked. */
export interface CardView {
  readonly agent_id: string;
  readonly card_version: number;
  /** base64url */
  readonly agent_public_key: string;
  /** base64url; keys that lines of earlier times were signed with. */
  readonly previous_public_keys: readonly string[];
  /** The agent has left for good: the card is a tombstone. */
  readonly withdrawn: boolean;
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
    previous_public_keys: Object.freeze([...(card.previous_public_keys ?? [])]),
    withdrawn: card.status === 'withdrawn',
    name: markUntrusted(card.name),
    prompt_view: markUntrusted(card.prompt_view),
    card: markUntrusted(card),
  });
}
