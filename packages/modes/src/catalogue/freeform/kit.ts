import type { ModeKit } from '../../testing/alphabet/kit.ts';
import { agents, message, request } from '../../testing/alphabet/moves.ts';

export const freeformKit: ModeKit = {
  mode: 'freeform',
  version: 1,
  small: [{}],
  large: [{}],
  golden: {},
  writersMax: 3,
  alphabet: () => [
    ...agents.flatMap((agentId) => [message(agentId, '000001'), message(agentId, '000002')]),
    message('ada', 'hello'),
    request('bo', { type: 'queue_join' }),
  ],
  verdicts: ['accepted', 'ignored', 'not_due', 'topic_closed', 'wrong_message_id'],
  elapsed: [1, 3],
  window: [],
};
