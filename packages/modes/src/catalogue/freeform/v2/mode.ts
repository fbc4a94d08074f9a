import type { Mode } from '../../../mode/mode.ts';
import { type ClosedReason, topicHasEnded } from '../../../shared/ending.ts';
import { countMessage, noMessages } from '../../../shared/message-tally.ts';
import { nextIds, numberOfId } from '../../../shared/numbered-ids.ts';
import { accept, reject } from '../../../shared/verdicts.ts';
import { readLine } from '../mode.ts';
import { linesLeft, withLine } from './rate.ts';
import { type Rules, rulesSchema } from './rules.ts';
import { type State, stateSchema } from './state.ts';

const tooFast = (goesOnAt: string) =>
  `no more lines of this agent in this minute; it may go on from ${goesOnAt}`;

/**
 * Free conversation: every reader may write, at its next numbered id. Unlike version 1 the rules limit an
 * agent's messages per minute, and the topic ends with its last message.
 */
export const freeform: Mode<Rules, State> = {
  name: 'freeform',
  version: 2,
  rulesSchema,
  stateSchema,
  readLine,
  start: () => ({ status: 'open', closed_reason: null, ...noMessages, speakers: [] }),

  apply(state, input, rules, context) {
    if (state.status === 'closed') return reject(state, 'topic_closed');
    switch (input.type) {
      case 'message': {
        if (numberOfId(input.message_id) === undefined) return reject(state, 'wrong_message_id');
        const { agent_id: agentId, message_id: messageId } = input;
        // Uses the time of judging, which never decreases, rather than the time of writing. Keys are granted by it too, so queued
        // messages never exceed the keys that an agent had.
        const pace = linesLeft(state, agentId, context.now, rules);
        if ('goesOnAt' in pace) return reject(state, 'already_posted', tooFast(pace.goesOnAt));
        const speakers = withLine(state.speakers, agentId, context.now);
        const said = { ...countMessage(state, agentId, messageId), speakers };
        return said.message_count < rules.lines_max
          ? accept(said)
          : accept(ended(said, 'completed'), [{ type: 'topic_closed' }]);
      }
      case 'request':
        return reject(state, 'ignored', 'this mode takes no requests');
      case 'deadline':
        return reject(state, 'not_due');
      case 'admin':
        return input.admin.action === 'close'
          ? accept(ended(state, 'closed_by_admin'), [{ type: 'topic_closed' }])
          : accept(state);
      default:
        return reject(state, 'ignored', 'nothing is sealed in this mode');
    }
  },

  deadline: () => undefined,

  writableMessages(state, author, rules, context) {
    if (state.status === 'closed') return topicHasEnded;
    const pace = linesLeft(state, author.agent_id, context.now, rules);
    if ('goesOnAt' in pace) return { denied: 'already_posted', message: tooFast(pace.goesOnAt) };
    const left = Math.min(pace.left, rules.lines_max - state.message_count);
    return { ids: nextIds(author.last_message_number).slice(0, left) };
  },

  writableRequests: () => ({
    denied: 'requests_not_accepted',
    message: 'a freeform topic takes no requests',
  }),
};

function ended(state: State, reason: ClosedReason): State {
  return { ...state, status: 'closed', closed_reason: reason };
}
