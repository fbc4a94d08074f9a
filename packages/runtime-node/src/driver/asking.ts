import type { PersonsWord, Question, RunState } from '@agent-home/agent-runtime';

/** How a process that runs an agent deals with what a person has to say. */
export interface Asking {
  /** Puts a question to whoever sits here. @returns undefined where they do not answer: the run is left waiting */
  ask?(
    asked: { runId: string; agent: string; question: Question },
    signal: AbortSignal,
  ): Promise<PersonsWord | undefined>;
  /**
   * Where nobody is asked here: `leave` the run waiting in the store, where it costs no process; `stay` for an answer through the
   * inbox; or `fail`.
   */
  otherwise: 'leave' | 'stay' | 'fail';
  /** Told when a run begins to wait for somebody who is not asked here. */
  waits?(state: RunState): void;
  /** Before a run goes on after it has stayed: throws where it may not, and it is left to whoever may. */
  goesOn?(): Promise<void>;
}

/** Nobody sits here, and nothing is lost by waiting. */
export const leaveWaiting: Asking = { otherwise: 'leave' };
