/** Two interruptions within this time end the session in any state. */
const twiceWithinMs = 1_000;
/** Time of an orderly end before another Ctrl-C ends the process at once. */
const patienceMs = 3_000;

export interface Moment {
  /** Milliseconds of a monotonic clock. */
  at: number;
  /** Time of the previous Ctrl-C. */
  before: number | undefined;
  /** True while a run is in progress, which may prompt the user. */
  isRunning: boolean;
  /** True if typed text has not been used yet. */
  hasTyped: boolean;
  /** Time at which the session began to end, in milliseconds. */
  endingSince: number | undefined;
}

export type Interruption = 'clear_line' | 'cancel_run' | 'end_session' | 'abandon' | 'nothing';

/** Returns the meaning of Ctrl-C at a moment. */
export function getInterruption({ at, before, isRunning, hasTyped, endingSince }: Moment): Interruption {
  if (endingSince !== undefined) return at - endingSince >= patienceMs ? 'abandon' : 'nothing';
  if (before !== undefined && at - before <= twiceWithinMs) return 'end_session';
  if (isRunning) return 'cancel_run';
  return hasTyped ? 'clear_line' : 'end_session';
}
