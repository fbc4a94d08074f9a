import type { Transition } from '../../mode/mode.ts';
import { randomCommitment } from '../../shared/random.ts';
import { accept, reject } from '../../shared/verdicts.ts';
import type { State } from './state.ts';

/** Whether the platform owes the secret: only then nothing more is drawn from it. */
export function owesSecret(state: State): boolean {
  return state.status === 'closed' && state.random_commitment !== null && state.random_secret === null;
}

/** Publishes the secret of the draws. A platform that would change it afterwards does not match its commitment. */
export function revealSecret(state: State, secret: string): Transition<State> {
  if (state.status === 'open') return reject(state, 'too_early', 'draws are still to come');
  if (!owesSecret(state)) return reject(state, 'nothing_to_reveal', 'there is no secret, or it is known');
  return randomCommitment(secret) === state.random_commitment
    ? accept({ ...state, random_secret: secret })
    : reject(state, 'wrong_secret', 'this is not what was committed to');
}
