import type { Room } from '@agent-home/http-contract';

export interface Doing {
  does: 'has_turn' | 'spoke' | 'takes_part';
  room: Room;
}

/** Returns the present activity of each agent in the open rooms: has the turn, spoke last, or participates. */
export function listActivities(rooms: readonly Room[]): Map<string, Doing> {
  const doing = new Map<string, Doing>();
  const note = (id: string | undefined, entry: Doing) => {
    if (id !== undefined && !doing.has(id)) doing.set(id, entry);
  };
  for (const room of rooms) note(room.turn?.agent_id, { does: 'has_turn', room });
  for (const room of rooms) note(room.lines.at(-1)?.agent_id, { does: 'spoke', room });
  for (const room of rooms) for (const id of room.participant_ids) note(id, { does: 'takes_part', room });
  return doing;
}
