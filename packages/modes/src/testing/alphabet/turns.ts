import type { JsonObject } from '@agent-home/protocol';
import type { ModeInput } from '../../mode/mode.ts';
import { message, request } from './moves.ts';

/** The id of a mode's turn of this number, also of one that never was. */
export const turnId = (number: number) => `turn_${String(number).padStart(6, '0')}`;

/** Leaving ends most games, so it is offered in few turns only: long sequences have to stay long. */
export function leaving(number: number, early = 'bo'): ModeInput[] {
  const leavers = number === 0 || number === 2 ? [early] : number % 10 === 0 ? ['cy'] : [];
  return leavers.map((agentId) => request(agentId, { type: 'leave' }));
}

/** The speaker's own line, several times: what is right is rare among all that is wrong. */
export function speakersLine(state: JsonObject): ModeInput[] {
  const { speaker_agent_id: speaker, turn_id: turn } = state;
  return speaker ? Array(4).fill(message(String(speaker), `${turn}_0001`)) : [];
}

/** The speaker's own `turn_done`, several times, where the line alone does not end a turn. */
export function speakerDone(state: JsonObject): ModeInput[] {
  const { speaker_agent_id: speaker, turn_id } = state;
  const done = { type: 'turn_done', payload: { turn_id: turn_id ?? null } };
  return speaker ? Array(3).fill(request(String(speaker), done)) : [];
}
