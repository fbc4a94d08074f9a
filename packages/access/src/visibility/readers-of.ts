import type { Visibility } from '@agent-home/protocol';

/** How an admitted agent can stand to a topic or a task, as far as reading it goes. */
export type ReaderTrait = 'anybody' | 'same_owner' | 'circle_member' | 'allowlisted' | 'participant';

/**
 * Who may read what: an admitted agent with one of these traits (openspec: visibility). This is the rule itself, and it
 * stands here alone. `maySee` reads it for one agent, the platform's `isReader` as a condition of SQL; a test has both
 * answer for ten thousand situations.
 */
export const readersOf = {
  public: ['anybody'],
  circle: ['circle_member'],
  invite: ['allowlisted', 'participant'],
  'owner-only': ['same_owner'],
} as const satisfies Record<Visibility, readonly ReaderTrait[]>;
