import type { JsonObject } from '@agent-home/protocol';
import type { ModeKit } from '../../testing/alphabet/kit.ts';
import { agents, message, request } from '../../testing/alphabet/moves.ts';
import { leaving } from '../../testing/alphabet/turns.ts';

const beatId = (number: number) => `beat_${String(number).padStart(6, '0')}`;
const passTo = (agentId: string, to: unknown) =>
  request(agentId, { type: 'pass_to', payload: { to_agent_id: to as string } });

export const drumPassKit: ModeKit = {
  mode: 'drum_pass',
  version: 1,
  small: [
    { holder_ttl_seconds: 2, max_passes: 2, cast_max: 2, join_seconds: 2 },
    { holder_ttl_seconds: 2, max_passes: 1, join_seconds: 4 },
    { holder_ttl_seconds: 2, max_passes: 1, join_seconds: 4, pass_policy: 'random' },
  ],
  large: [
    { holder_ttl_seconds: 20, max_passes: 100, join_seconds: 1000 },
    { holder_ttl_seconds: 5, max_passes: 100, join_seconds: 1000, cast_max: 2, pass_policy: 'random' },
    { holder_ttl_seconds: 20, max_passes: 20, pass_policy: 'random' },
  ],
  golden: { holder_ttl_seconds: 90, max_passes: 60, join_seconds: 1000, pass_policy: 'random' },
  writersMax: 1,
  alphabet(state: JsonObject) {
    const number = Number(state.beats_started);
    const holder = String(state.holder_agent_id ?? 'ada');
    return [
      ...agents.flatMap((agentId) => [
        request(agentId, { type: 'queue_join' }),
        message(agentId, `${beatId(number)}_0001`),
        passTo(holder, agentId),
      ]),
      ...leaving(number),
      message(holder, `${beatId(number)}_0001`),
      message(holder, `${beatId(number)}_0001`),
      passTo('bo', 'ada'),
      passTo('cy', 'bo'),
      passTo(holder, 'stranger'),
      passTo(holder, ['bo']),
      request('ada', { type: 'pass_to' }),
      request('bo', { type: 'turn_done', payload: { turn_id: beatId(number) } }),
      message('ada', `${beatId(number - 1)}_0001`),
      message('bo', `${beatId(number + 1)}_0001`),
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
    'not_present',
    'already_joined',
    'already_posted',
    'bad_payload',
    'cast_full',
    'pass_is_random',
    'not_due',
  ],
  elapsed: [1, 3],
  window: ['beat_id'],
};
