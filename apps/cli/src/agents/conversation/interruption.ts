/** Two within this time are meant for the session, whatever goes on. */
const twiceWithinMs = 1_000;
/** How long an end in order may take before one more is obeyed at once. */
const patienceMs = 3_000;

export interface Moment {
  /** Milliseconds, of a clock that only goes on. */
  at: number;
  /** When Ctrl-C was typed before. */
  before: number | undefined;
  /** Whether a run goes on, which may be asking something. */
  isRunning: boolean;
  /** Whether something was typed that nobody has been told yet. */
  hasTyped: boolean;
  /** Since when the session ends. */
  endingSince: number | undefined;
}

export type Interruption = 'clear_line' | 'cancel_run' | 'end_session' | 'abandon' | 'nothing';

/** What Ctrl-C means at a moment. */
export function interruptionOf({ at, before, isRunning, hasTyped, endingSince }: Moment): Interruption {
  if (endingSince !== undefined) return at - endingSince >= patienceMs ? 'abandon' : 'nothing';
  if (before !== undefined && at - before <= twiceWithinMs) return 'end_session';
  if (isRunning) return 'cancel_run';
  return hasTyped ? 'clear_line' : 'end_session';
}
