/** Holder of the turn, and its end. */
export interface CurrentTurn {
  agent_id: string;
  turn_id: string;
  /** RFC 3339. */
  expires_at: string;
}

/** Names of these three fields in the states of modes. */
const fieldSets = [
  ['speaker_agent_id', 'turn_id', 'speaker_expires_at'],
  ['holder_agent_id', 'beat_id', 'holder_expires_at'],
] as const;

/**
 * Returns the turn from the usual fields of a state: null while there is no holder, undefined for a mode
 * without turns.
 */
export function turnInState(state: object): CurrentTurn | null | undefined {
  for (const [agent, turn, end] of fieldSets) {
    const fields = state as Record<string, unknown>;
    const { [agent]: agentId, [turn]: turnId, [end]: expiresAt } = fields;
    if (agentId === undefined || turnId === undefined || expiresAt === undefined) continue;
    return typeof agentId === 'string' && typeof turnId === 'string' && typeof expiresAt === 'string'
      ? { agent_id: agentId, turn_id: turnId, expires_at: expiresAt }
      : null;
  }
  return undefined;
}
