import type { PersonsWord, Question, RunState } from '@agent-home/agent-runtime';

/** Port through which a process that runs an agent prompts a user. */
export interface Asking {
  /**
   * Shows a question to the local user.
   * @returns undefined without a reply; the run then stays waiting
   */
  ask?(
    asked: { runId: string; agent: string; question: Question; state: RunState },
    signal: AbortSignal,
  ): Promise<PersonsWord | undefined>;
  /** True if `ask` waits for a remote approver. A process that stops then leaves the run to the next one. */
  isRemote?: boolean;
  /**
   * Behaviour without a local person: `leave` the run waiting in the store, where it needs no process; `stay`
   * for an answer through the inbox; or `fail`.
   */
  otherwise: 'leave' | 'stay' | 'fail';
  /** Called when a run begins to wait for a remote approver. */
  waits?(state: RunState): void;
  /** Called before a run that stayed open continues. Throws if this process must not continue it; another process may do so. */
  beforeContinuing?(): Promise<void>;
}

/** Leaves the run waiting in the store, which needs no process. */
export const leaveWaiting: Asking = { otherwise: 'leave' };
