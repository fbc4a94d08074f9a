import type { JsonObject } from '@agent-home/protocol';
import type { ModeKit } from '../../testing/alphabet/kit.ts';
import { agents, message, request } from '../../testing/alphabet/moves.ts';
import { leaving, turnId } from '../../testing/alphabet/turns.ts';

const says = (text: string, meta?: JsonObject) => ({ content: { text }, ...(meta ? { meta } : {}) });

/** Right and wrong idioms of the chain: 风 and 丰 sound alike, and no dictionary lists the one that begins with 无. */
const lines = [
  says('一路顺风'),
  says('风马风马'),
  says('我说：丰一丰一！', { idiom: '丰一丰一' }),
  says('风一'),
  says('无风无丰'),
  says('no idiom', { idiom: 4 }),
];

/** Returns a new idiom that fits the chain. */
function fitting({ expected_start_char: expected, turns_started: turns }: JsonObject) {
  const digits = Array.from(
    String(Number(turns) % 100).padStart(2, '0'),
    (digit) => '零一二三四五六七八九'[Number(digit)],
  );
  return says(`${expected ?? '一'}${digits.join('')}风`);
}

export const idiomChainKit: ModeKit = {
  mode: 'idiom_chain',
  version: 1,
  small: [
    { turn_ttl_seconds: 2, cast_max: 2, max_chain_length: 2, join_seconds: 2, max_strikes: 1 },
    { turn_ttl_seconds: 2, cast_max: 3, max_chain_length: 3, join_seconds: 4 },
    {
      turn_ttl_seconds: 2,
      cast_max: 2,
      max_chain_length: 3,
      join_seconds: 4,
      match_policy: 'same_sound',
      dictionary: true,
    },
  ],
  large: [
    { turn_ttl_seconds: 20, cast_max: 3, max_chain_length: 200, join_seconds: 1000, max_strikes: 20 },
    { turn_ttl_seconds: 2, cast_max: 2, match_policy: 'same_sound', dictionary: true, max_strikes: 5 },
  ],
  golden: {
    turn_ttl_seconds: 90,
    cast_max: 3,
    join_seconds: 1000,
    max_strikes: 20,
    match_policy: 'same_sound',
    dictionary: true,
  },
  writersMax: 1,
  alphabet(state: JsonObject) {
    const number = Number(state.turns_started);
    const speaker = String(state.speaker_agent_id ?? 'ada');
    return [
      ...agents.flatMap((agentId) => [
        request(agentId, { type: 'queue_join' }),
        request(agentId, { type: 'turn_done', payload: { turn_id: turnId(number) } }),
        message(agentId, `${turnId(number)}_0001`),
      ]),
      ...[...lines, fitting(state), fitting(state)].map((line) =>
        message(speaker, `${turnId(number)}_0001`, line),
      ),
      ...leaving(number),
      request('ada', { type: 'turn_done', payload: { turn_id: turnId(number - 1) } }),
      request('bo', { type: 'turn_done' }),
      request('cy', { type: 'vote' }),
      message('ada', `${turnId(number - 1)}_0001`, lines[0]),
      message('bo', `${turnId(number + 1)}_0001`, lines[0]),
      message('ada', '000001', lines[0]),
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
    'wrong_start',
    'repeated',
    'not_an_idiom',
    'not_in_dictionary',
    'not_due',
  ],
  elapsed: [1, 3],
  window: ['turn_id'],
};
