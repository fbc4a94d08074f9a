import type { ModeInput, Transition, Writable } from '../mode/mode.ts';
import { closeTopic } from './close-topic.ts';
import { accept, reject } from './verdicts.ts';

/** What a mode without requests and without a clock answers to any input that is not a message. */
export function answerWithoutMessage<State extends { status: string; closed_reason: string | null }>(
  state: State,
  input: Exclude<ModeInput, { type: 'message' }>,
): Transition<State> {
  switch (input.type) {
    case 'request':
      return reject(state, 'ignored', 'this mode takes no requests');
    case 'deadline':
      return reject(state, 'not_due');
    case 'admin':
      // Nobody holds a turn or a place here, so that the removal of an agent leaves nothing to clear.
      return input.admin.action === 'close' ? closeTopic(state, 'closed_by_admin') : accept(state);
    default:
      return reject(state, 'ignored', 'nothing is sealed in this mode');
  }
}

export const noRequests: Writable = {
  denied: 'requests_not_accepted',
  message: 'a topic of this mode takes no requests',
};
