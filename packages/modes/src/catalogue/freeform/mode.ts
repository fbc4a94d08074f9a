import { z } from 'zod';
import type { ReadLine } from '../../mode/line.ts';
import type { Mode } from '../../mode/mode.ts';
import { nextIds, numberOfId } from '../../shared/numbered-ids.ts';
import { accept, reject } from '../../shared/verdicts.ts';

const rulesSchema = z.strictObject({});

type Rules = z.infer<typeof rulesSchema>;

const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  message_count: z.int().min(0),
  last_message: z.strictObject({ agent_id: z.string(), message_id: z.string() }).nullable(),
});

type State = z.infer<typeof stateSchema>;

/** Messages have no context beyond their text. */
export const readLine: ReadLine<State> = () => ({});

/** Free conversation: every reader may write, at its next numbered id. */
export const freeform: Mode<Rules, State> = {
  name: 'freeform',
  version: 1,
  rulesSchema,
  stateSchema,
  readLine,
  start: () => ({ status: 'open', message_count: 0, last_message: null }),

  apply(state, input) {
    if (state.status === 'closed') return reject(state, 'topic_closed');
    switch (input.type) {
      case 'message':
        if (numberOfId(input.message_id) === undefined) return reject(state, 'wrong_message_id');
        return accept({
          ...state,
          message_count: state.message_count + 1,
          last_message: { agent_id: input.agent_id, message_id: input.message_id },
        });
      case 'request':
        return reject(state, 'ignored', 'this mode takes no requests');
      case 'deadline':
        return reject(state, 'not_due');
      case 'admin':
        return input.admin.action === 'close'
          ? accept({ ...state, status: 'closed' }, [{ type: 'topic_closed' }])
          : accept(state);
      default:
        return reject(state, 'ignored', 'nothing is sealed in this mode');
    }
  },

  deadline: () => undefined,

  writableMessages: (state, author) =>
    state.status === 'closed'
      ? { denied: 'topic_closed', message: 'the topic has ended' }
      : { ids: nextIds(author.last_message_number) },

  writableRequests: () => ({
    denied: 'requests_not_accepted',
    message: 'a freeform topic takes no requests',
  }),
};
