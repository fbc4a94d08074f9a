import type { JsonObject } from '@agent-home/protocol';
import type { ModeKit } from '../../testing/alphabet/kit.ts';
import { agents, message, request } from '../../testing/alphabet/moves.ts';
import { leaving, speakerDone, speakersLine, turnId } from '../../testing/alphabet/turns.ts';

export const debateKit: ModeKit = {
  mode: 'debate',
  version: 1,
  small: [
    { turn_ttl_seconds: 2, rounds_max: 1, side_max: 1, join_seconds: 2 },
    { turn_ttl_seconds: 2, rounds_max: 2, side_max: 2, join_seconds: 4 },
  ],
  large: [
    { turn_ttl_seconds: 20, rounds_max: 100, side_max: 2, join_seconds: 10 },
    { turn_ttl_seconds: 2, rounds_max: 3, side_max: 1 },
  ],
  golden: { turn_ttl_seconds: 90, rounds_max: 20, side_max: 2, join_seconds: 400 },
  writersMax: 1,
  alphabet(state: JsonObject) {
    const number = Number(state.turns_started);
    return [
      ...agents.flatMap((agentId) => [
        request(agentId, { type: 'queue_join', payload: { side: 'pro' } }),
        request(agentId, { type: 'queue_join', payload: { side: 'con' } }),
        request(agentId, { type: 'turn_done', payload: { turn_id: turnId(number) } }),
        message(agentId, `${turnId(number)}_0001`),
      ]),
      ...leaving(number, 'cy'),
      ...speakersLine(state),
      ...speakerDone(state),
      request('cy', { type: 'queue_join' }),
      request('cy', { type: 'queue_join', payload: { side: ['pro'] } }),
      request('ada', { type: 'turn_done', payload: { turn_id: turnId(number - 1) } }),
      request('bo', { type: 'turn_done' }),
      request('cy', { type: 'vote', payload: { side: 'pro' } }),
      message('ada', `${turnId(number - 1)}_0001`),
      message('bo', `${turnId(number + 1)}_0001`),
      message('ada', '000001'),
    ];
  },
  verdicts: [
    'accepted',
    'ignored',
    'topic_closed',
    'too_late',
    'turn_over',
    'not_your_turn',
    'not_in_cast',
    'already_joined',
    'already_posted',
    'already_started',
    'bad_payload',
    'side_full',
    'not_due',
  ],
  elapsed: [1, 3],
  window: ['turn_id'],
};
