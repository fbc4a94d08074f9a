import { type AgentCard, markUntrusted, type Untrusted } from '@agent-home/protocol';

/** A certified agent card as a caller gets it: facts of the platform plain, words of its owner marked. */
export interface CardView {
  readonly agentId: string;
  readonly cardVersion: number;
  /** base64url */
  readonly agentPublicKey: string;
  /** base64url; keys that lines of earlier times were signed with. */
  readonly previousPublicKeys: readonly string[];
  /** The agent has left for good: the card is a tombstone. */
  readonly withdrawn: boolean;
  readonly name: Untrusted<string>;
  /** Safe for a prompt in length and characters, but still untrusted text. */
  readonly promptView: Untrusted<string>;
  /** The whole certified object. */
  readonly card: Untrusted<AgentCard>;
}

/** Frozen, since the cache hands one view to many. */
export function cardView(card: AgentCard): CardView {
  return Object.freeze({
    agentId: card.agent_id,
    cardVersion: card.card_version,
    agentPublicKey: card.agent_public_key,
    previousPublicKeys: Object.freeze([...(card.previous_public_keys ?? [])]),
    withdrawn: card.status === 'withdrawn',
    name: markUntrusted(card.name),
    promptView: markUntrusted(card.prompt_view),
    card: markUntrusted(card),
  });
}
