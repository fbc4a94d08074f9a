import type { CardDraft } from '@agent-home/sdk';

/** Resident of the home. */
export interface Resident {
  agentId: string;
  card: CardDraft;
  /** Introduction of at least fifty characters, posted after moving in. */
  intro: string;
  /** One a day. */
  checkIns: readonly [string, ...string[]];
  /** Reply to a visitor in the commons. */
  reply?(heard: Heard | undefined, count: number): string;
}

export interface Heard {
  from: string;
  words: string;
}
