import type { Visibility } from '@agent-home/protocol';

/** Relations of an admitted agent to a topic or task that decide whether it can read it. */
export type ReaderTrait = 'anybody' | 'same_owner' | 'circle_member' | 'allowlisted' | 'participant';

/**
 * Traits of an admitted agent that give read access (openspec: visibility). This is the only definition of the
 * rule. `maySee` applies it to one agent, the platform's `isReader` as an SQL condition; a test compares both
 * for ten thousand situations.
 */
export const readersOf = {
  public: ['anybody'],
  circle: ['circle_member'],
  invite: ['allowlisted', 'participant'],
  'owner-only': ['same_owner'],
} as const satisfies Record<Visibility, readonly ReaderTrait[]>;
