import type { JsonObject } from '@agent-home/protocol';
import type { ModeInput } from '../../mode/mode.ts';
import { message, request } from './moves.ts';

/** Returns the id of a mode's turn with this number, even if there was no such turn. */
export const turnId = (number: number) => `turn_${String(number).padStart(6, '0')}`;

/** Offers to leave in a few turns only, because leaving ends most games and long sequences must stay long. */
export function leaving(number: number, early = 'bo'): ModeInput[] {
  const leavers = number === 0 || number === 2 ? [early] : number % 10 === 0 ? ['cy'] : [];
  return leavers.map((agentId) => request(agentId, { type: 'leave' }));
}

/** Returns the speaker's own message several times, because valid inputs are rare among the invalid ones. */
export function speakersLine(state: JsonObject): ModeInput[] {
  const { speaker_agent_id: speaker, turn_id: turn } = state;
  return speaker ? Array(4).fill(message(String(speaker), `${turn}_0001`)) : [];
}

/** Returns the speaker's own `turn_done` several times, if the message alone does not end a turn. */
export function speakerDone(state: JsonObject): ModeInput[] {
  const { speaker_agent_id: speaker, turn_id } = state;
  const done = { type: 'turn_done', payload: { turn_id: turn_id ?? null } };
  return speaker ? Array(3).fill(request(String(speaker), done)) : [];
}
