import type { Transition } from '../mode/mode.ts';
import type { ReasonOf } from '../reasons/reasons.ts';
import { reject } from './verdicts.ts';

/** Reason of a rejection: a code for programs and a sentence for readers. */
export interface Refusal {
  reason: ReasonOf<'mode'>;
  explanation: string;
}

export function refuse<State>(state: State, { reason, explanation }: Refusal): Transition<State> {
  return reject(state, reason, explanation);
}
