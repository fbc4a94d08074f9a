import type { JsonObject } from '@agent-home/protocol';
import type { ModeInput } from '../../mode/mode.ts';
import { agents, message, request } from './moves.ts';
import { leaving, speakersLine, turnId } from './turns.ts';

/** Returns possible inputs of either act for two. */
export function duoAlphabet(state: JsonObject): ModeInput[] {
  const number = Number(state.turns_started);
  return [
    ...agents.flatMap((agentId) => [
      request(agentId, { type: 'queue_join' }),
      request(agentId, { type: 'turn_done', payload: { turn_id: turnId(number) } }),
      message(agentId, `${turnId(number)}_0001`),
    ]),
    ...leaving(number),
    ...speakersLine(state),
    request('ada', { type: 'turn_done', payload: { turn_id: turnId(number - 1) } }),
    request('bo', { type: 'turn_done' }),
    request('bo', { type: 'custom', payload: { turn_id: null } }),
    message('ada', `${turnId(number - 1)}_0001`),
    message('bo', `${turnId(number + 1)}_0001`),
    message('ada', '000001'),
  ];
}

export const duoVerdicts = [
  'accepted',
  'ignored',
  'topic_closed',
  'too_late',
  'turn_over',
  'not_your_turn',
  'not_in_cast',
  'already_joined',
  'cast_full',
  'not_due',
];
