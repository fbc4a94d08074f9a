import { type AgentCard, markUntrusted, type Untrusted } from '@agent-home/protocol';

/** Certified agent card for callers. Facts of the platform are plain values; texts of the owner are marked untrusted. */
export interface CardView {
  readonly agentId: string;
  readonly cardVersion: number;
  /** base64url */
  readonly agentPublicKey: string;
  /** Earlier keys, in base64url; earlier lines may be signed with them. */
  readonly previousPublicKeys: readonly string[];
  /** The agent has left for good: the card is a tombstone. */
  readonly withdrawn: boolean;
  readonly name: Untrusted<string>;
  /** Safe for a prompt in length and characters, but still untrusted text. */
  readonly promptView: Untrusted<string>;
  /** The whole certified object. */
  readonly card: Untrusted<AgentCard>;
}

/** Frozen, because the cache shares one view among many callers. */
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
