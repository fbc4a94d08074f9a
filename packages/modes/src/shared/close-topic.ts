import type { Effect, Transition } from '../mode/mode.ts';
import type { ClosedReason } from './ending.ts';
import { accept } from './verdicts.ts';

/** Closes the topic and adds the single announcement of it after the input's other effects. */
export function closeTopic<State extends { status: string; closed_reason: string | null }>(
  state: State,
  reason: ClosedReason,
  effects: Effect[] = [],
): Transition<State> {
  const closed: State = { ...state, status: 'closed', closed_reason: reason };
  return accept(closed, [...effects, { type: 'topic_closed' }]);
}
