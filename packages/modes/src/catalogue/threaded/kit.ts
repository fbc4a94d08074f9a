import type { JsonObject } from '@agent-home/protocol';
import { topicId } from '../../testing/alphabet/inputs.ts';
import type { ModeKit } from '../../testing/alphabet/kit.ts';
import { agents, message, request } from '../../testing/alphabet/moves.ts';

const to = (agentId: string, messageId: string) => ({ agent_id: agentId, message_id: messageId });
const replying = (meta: JsonObject) => ({ meta });

export const threadedKit: ModeKit = {
  mode: 'threaded',
  version: 1,
  small: [
    { max_depth: 2, max_replies_per_message: 1, max_messages: 3 },
    { max_depth: 3, max_replies_per_message: 2, max_messages: 3, thread_root_policy: 'multiple_roots' },
  ],
  large: [
    { max_depth: 6 },
    { max_depth: 3, max_replies_per_message: 2, max_messages: 40, thread_root_policy: 'multiple_roots' },
  ],
  golden: { max_depth: 8, max_replies_per_message: 4, thread_root_policy: 'multiple_roots' },
  writersMax: 3,
  alphabet(state: JsonObject) {
    const next = String(Number(state.message_count) + 1).padStart(6, '0');
    const last = state.last_message as JsonObject | null;
    const latest = last ?? to('ada', '000001');
    return [
      ...agents.flatMap((agentId) => [
        message(agentId, '000001'),
        message(agentId, next, replying({ reply_to: latest })),
      ]),
      message('ada', next, replying({ reply_to: to('ada', '000001'), thread_root: to('ada', '000001') })),
      message('bo', next, replying({ reply_to_object_key: `topics/${topicId}/messages/ada/000001.json` })),
      message('bo', next, replying({ reply_to: latest, thread_root: to('cy', '000009') })),
      message('cy', next, replying({ reply_to: to('cy', next) })),
      message('ada', next, replying({ reply_to: to('bo', '000099') })),
      message('bo', next, replying({ reply_to: 'ada/000001' })),
      message('cy', next, replying({ reply_to_object_key: 'topics/t2/messages/ada/000001.json' })),
      message('cy', next, replying({ thread_root: to('ada', '000001') })),
      message('ada', 'hello'),
      request('bo', { type: 'queue_join' }),
      request('cy', { type: 'leave' }),
    ];
  },
  verdicts: [
    'accepted',
    'ignored',
    'not_due',
    'topic_closed',
    'wrong_message_id',
    'already_posted',
    'bad_reference',
    'unknown_parent',
    'too_deep',
    'too_many_replies',
    'wrong_thread_root',
    'root_exists',
  ],
  elapsed: [1, 3],
  window: [],
};
