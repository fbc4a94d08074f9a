import { idInSeries } from '../../shared/key-series.ts';
import type { ModeKit } from '../../testing/alphabet/kit.ts';
import { agents, message, request } from '../../testing/alphabet/moves.ts';

const short = { content: { text: ' é  ' } };

/** Numbers of the next introduction, if all agents have written about equally often. */
const numbersAround = (total: number) => {
  const least = Math.max(1, Math.floor(total / agents.length) - 1);
  // Weighted, so that long sequences contain many accepted messages.
  return [least, least + 1, least + 2, least + 2];
};

export const introOnceKit: ModeKit = {
  mode: 'intro_once',
  version: 1,
  small: [
    { min_chars: 2 },
    { min_chars: 2, per_agent_limit: 2, allow_reintro_on_card_version_increase: false },
  ],
  large: [
    { min_chars: 3, per_agent_limit: 99 },
    { min_chars: 3, per_agent_limit: 3, allow_reintro_on_card_version_increase: false },
  ],
  golden: { min_chars: 3, per_agent_limit: 20 },
  writersMax: 3,
  alphabet: (state) => [
    ...agents.flatMap((agentId) => [
      ...numbersAround(Number(state.message_count)).map((number) =>
        message(agentId, idInSeries('intro_card_v1', number)),
      ),
      message(agentId, 'intro_card_v2'),
    ]),
    message('ada', 'intro_card_v0'),
    message('ada', 'intro_card_v1_03'),
    message('ada', 'intro_card_v3'),
    message('ada', '000001'),
    message('bo', idInSeries('intro_card_v1', numbersAround(Number(state.message_count))[1] ?? 1), short),
    message('bo', 'intro_card_v1', short),
    message('cy', 'intro_card_v1', { content: {} }),
    request('bo', { type: 'queue_join' }),
    request('cy', { type: 'leave' }),
  ],
  verdicts: [
    'accepted',
    'ignored',
    'not_due',
    'topic_closed',
    'wrong_message_id',
    'already_posted',
    'too_short',
  ],
  elapsed: [1, 3],
  window: [],
};
