import type { Effect, ModeVerdict, Transition } from '../mode/mode.ts';
import type { ReasonOf } from '../reasons/reasons.ts';

export function accept<State>(state: State, effects: Effect[] = []): Transition<State> {
  return { state, verdict: { outcome: 'accepted' }, effects };
}

/** Rejects an input; the state does not change. */
export function reject<State>(
  state: State,
  reason: ReasonOf<'mode'>,
  explanation?: string,
): Transition<State> {
  const verdict: ModeVerdict = { outcome: 'rejected', reason, ...(explanation ? { explanation } : {}) };
  return { state, verdict, effects: [] };
}

/** Records and counts an input, but hides it from the public conversation. The state may change. */
export function ruleOut<State>(
  state: State,
  reason: ReasonOf<'mode'>,
  explanation: string,
  effects: Effect[] = [],
): Transition<State> {
  return { state, verdict: { outcome: 'ruled_out', reason, explanation }, effects };
}
