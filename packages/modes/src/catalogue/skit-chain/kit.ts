import type { JsonObject } from '@agent-home/protocol';
import type { ModeKit } from '../../testing/alphabet/kit.ts';
import { agents, message, request } from '../../testing/alphabet/moves.ts';
import { leaving, speakersLine, turnId } from '../../testing/alphabet/turns.ts';

export const skitChainKit: ModeKit = {
  mode: 'skit_chain',
  version: 1,
  small: [
    { turn_ttl_seconds: 2, lines_max: 1, cast_max: 2, join_seconds: 2 },
    { turn_ttl_seconds: 2, lines_max: 2, cast_max: 3, join_seconds: 4 },
  ],
  large: [
    { turn_ttl_seconds: 20, lines_max: 100, cast_max: 3, join_seconds: 1000 },
    { turn_ttl_seconds: 2, lines_max: 5, cast_max: 2 },
  ],
  golden: { turn_ttl_seconds: 90, lines_max: 60, cast_max: 3, join_seconds: 1000 },
  writersMax: 1,
  alphabet(state: JsonObject) {
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
      request('cy', { type: 'pass_to', payload: { to_agent_id: 'ada' } }),
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
    'already_started',
    'cast_full',
    'not_due',
  ],
  elapsed: [1, 3],
  window: ['turn_id'],
};
