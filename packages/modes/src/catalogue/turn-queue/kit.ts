import type { JsonObject } from '@agent-home/protocol';
import type { ModeKit } from '../../testing/alphabet/kit.ts';
import { agents, message, request } from '../../testing/alphabet/moves.ts';

const turn = (number: number) => `turn_${String(number).padStart(6, '0')}`;

export const turnQueueKit: ModeKit = {
  mode: 'turn_queue',
  version: 1,
  small: [
    { turn_ttl_seconds: 2, queue_max: 1, max_turns: 2 },
    { turn_ttl_seconds: 2, queue_max: 2, max_turns: 5 },
  ],
  large: [{ turn_ttl_seconds: 20 }, { turn_ttl_seconds: 1, queue_max: 2, max_turns: 30 }],
  golden: { turn_ttl_seconds: 30, queue_max: 2, max_turns: 60 },
  writersMax: 1,
  alphabet(state: JsonObject) {
    const number = Number(state.turns_started);
    return [
      ...agents.flatMap((agentId) => [
        request(agentId, { type: 'queue_join' }),
        request(agentId, { type: 'turn_done', payload: { turn_id: turn(number) } }),
        message(agentId, `${turn(number)}_0001`),
      ]),
      request('ada', { type: 'turn_done', payload: { turn_id: turn(number - 1) } }),
      request('bo', { type: 'turn_done' }),
      request('cy', { type: 'custom', payload: { turn_id: null } }),
      message('ada', `${turn(number - 1)}_0001`),
      message('bo', `${turn(number + 1)}_0001`),
      message('cy', '000001'),
    ];
  },
  verdicts: [
    'accepted',
    'ignored',
    'topic_closed',
    'too_late',
    'turn_over',
    'not_your_turn',
    'already_posted',
    'already_speaking',
    'not_due',
  ],
  elapsed: [1, 3],
  window: ['turn_id'],
};
