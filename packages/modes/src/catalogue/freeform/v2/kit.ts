import type { ModeKit } from '../../../testing/alphabet/kit.ts';
import { agents, message, request } from '../../../testing/alphabet/moves.ts';

export const freeformKit: ModeKit = {
  mode: 'freeform',
  version: 2,
  small: [{ lines_max: 2, lines_per_minute: 1 }],
  large: [{ lines_max: 40, lines_per_minute: 2 }, {}],
  golden: { lines_max: 60, lines_per_minute: 2 },
  writersMax: 3,
  alphabet: () => [
    ...agents.flatMap((agentId) => [message(agentId, '000001'), message(agentId, '000002')]),
    message('ada', 'hello'),
    request('bo', { type: 'queue_join' }),
  ],
  verdicts: ['accepted', 'already_posted', 'ignored', 'not_due', 'topic_closed', 'wrong_message_id'],
  elapsed: [1, 61],
  window: [],
};
