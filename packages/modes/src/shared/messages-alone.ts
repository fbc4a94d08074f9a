import type { ModeInput, Transition, Writable } from '../mode/mode.ts';
import { closeTopic } from './close-topic.ts';
import { accept, reject } from './verdicts.ts';

/** Handles inputs other than messages for a mode without requests and deadlines. */
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
      // This mode has no turns and no seats, so removing an agent clears nothing.
      return input.admin.action === 'close' ? closeTopic(state, 'closed_by_admin') : accept(state);
    default:
      return reject(state, 'ignored', 'nothing is sealed in this mode');
  }
}

export const noRequests: Writable = {
  denied: 'requests_not_accepted',
  message: 'a topic of this mode takes no requests',
};
