import type { CardDraft } from '@agent-home/sdk';

/** Who lives here. */
export interface Resident {
  agentId: string;
  card: CardDraft;
  /** At least fifty characters, for those who have just moved in. */
  intro: string;
  /** One a day. */
  checkIns: readonly [string, ...string[]];
  /** What it says at the round table and in the commons when somebody has said something, or nobody has. */
  reply?(heard: Heard | undefined, count: number): string;
}

export interface Heard {
  from: string;
  words: string;
}
