import { failedOutcome, type ToolOutcome } from '@agent-home/agent-runtime';
import { withEither } from '../cancelling/either-signal.ts';
import { groupGraceMs } from '../processes/process-group.ts';

/**
 * Milliseconds that an act may take after its timeout to stop by itself; then it is abandoned. Longer than the end of a process group
 * that ignores SIGTERM, which returns the outcome and the output of its tool afterwards.
 */
const graceMs = groupGraceMs + 3_000;

export type Ended = 'timeout' | 'ending';

/**
 * Runs an act with a timeout: its signal is aborted at the timeout or at the end of the run, an exception becomes a value, and an
 * act that hangs is abandoned. It does not start after the end of the run.
 */
export async function withinTime<Result>(
  { timeoutMs, ending }: { timeoutMs?: number; ending: AbortSignal },
  act: (signal: AbortSignal) => Promise<Result>,
  otherwise: { ended: (why: Ended) => Result; threw: (error: unknown) => Result },
): Promise<Result> {
  if (ending.aborted) return otherwise.ended('ending');
  let isTooLate = false;
  const limit =
    timeoutMs === undefined
      ? undefined
      : {
          ms: timeoutMs,
          reason() {
            isTooLate = true;
            return new TimeoutError(timeoutMs);
          },
        };
  return withEither(
    [ending],
    (signal) =>
      orLeftBehind(signal, begun(act, signal).catch(otherwise.threw), () =>
        otherwise.ended(isTooLate ? 'timeout' : 'ending'),
      ),
    limit,
  );
}

function orLeftBehind<Result>(
  signal: AbortSignal,
  acting: Promise<Result>,
  leftBehindWith: () => Result,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const patience = new Patience(signal, () => resolve(leftBehindWith()));
    acting.then(
      (result) => {
        patience.end();
        resolve(result);
      },
      (error) => {
        patience.end();
        reject(error);
      },
    );
  });
}

/** Waits for an act that continues after its signal was aborted. Uses its own listener, since every call has one. */
class Patience {
  readonly #signal: AbortSignal;
  readonly #giveUp: () => void;
  #grace: NodeJS.Timeout | undefined;

  constructor(signal: AbortSignal, giveUp: () => void) {
    this.#signal = signal;
    this.#giveUp = giveUp;
    if (signal.aborted) this.handleEvent();
    else signal.addEventListener('abort', this, { once: true });
  }

  /** Handles the signal's `abort` event. */
  handleEvent(): void {
    this.#grace = setTimeout(this.#giveUp, graceMs);
  }

  end(): void {
    clearTimeout(this.#grace);
    this.#signal.removeEventListener('abort', this);
  }
}

class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  constructor(timeoutMs: number) {
    super(`took longer than ${timeoutMs} ms`);
  }
}

/** Runs an act, so that a synchronous exception is handled like a later rejection. */
async function begun<Result>(
  act: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  return act(signal);
}

/** Returns a tool's outcome for any behaviour of the tool (S4-27, S4-34). */
export function toolOutcomeInTime(
  timeoutMs: number,
  ending: AbortSignal,
  act: (signal: AbortSignal) => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  return withinTime({ timeoutMs, ending }, act, {
    ended(why) {
      return why === 'timeout'
        ? failedOutcome(
            'tool_timeout',
            `The tool did not finish within ${timeoutMs} ms. Its effect is unknown: check before you call it again.`,
          )
        : failedOutcome('cancelled', 'The run ended before the call returned a result.');
    },
    threw: toolFailed,
  });
}

function toolFailed(error: unknown): ToolOutcome {
  return failedOutcome('tool_failed', describeThrown(error));
}

/** Describes a thrown value in one short line. The value may have any type, and its members may throw as well. */
export function describeThrown(error: unknown): string {
  try {
    const text = error instanceof Error ? error.message : String(error);
    return (String(text).split('\n')[0] ?? '').slice(0, 500).toWellFormed();
  } catch {
    return 'The tool threw a value without a message.';
  }
}
