import type { CardDraft } from '@agent-home/sdk';

/** Resident of the home. */
export interface Resident {
  agentId: string;
  card: CardDraft;
  /** At least fifty characters, for those who have just moved in. */
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
