import { ReplayError, type ReplayState, replayEntry } from '@agent-home/modes';
import type { TopicLedgerEntry } from '@agent-home/protocol';

/** Notifications that follow from an entry, in addition to the entry itself. */
export type Followed = { topicId: string; sequence: number } & (
  | { turn: { agentId: string; turnId: string } }
  | { closed: true }
);

/** Returns granted turns and ended topics, from a replay of the published ledgers. */
export function findFollowed(ledgers: Map<string, TopicLedgerEntry[]>): Followed[] {
  return [...ledgers].flatMap(([topicId, entries]) => {
    const followed: Followed[] = [];
    let before: ReplayState | undefined;
    for (const entry of entries) {
      const after = replayed(before, entry);
      // Another check finds a ledger that does not replay.
      if (!after) break;
      const { sequence } = entry;
      const turn = after.mode.turn(after.state);
      const isNew = turn && turn.turn_id !== before?.mode.turn(before.state)?.turn_id;
      if (isNew) followed.push({ topicId, sequence, turn: { agentId: turn.agent_id, turnId: turn.turn_id } });
      if (before?.mode.isOpen(before.state) && !after.mode.isOpen(after.state))
        followed.push({ topicId, sequence, closed: true });
      before = after;
    }
    return followed;
  });
}

function replayed(before: ReplayState | undefined, entry: TopicLedgerEntry): ReplayState | undefined {
  try {
    return replayEntry(before, entry);
  } catch (error) {
    if (error instanceof ReplayError) return undefined;
    throw error;
  }
}
