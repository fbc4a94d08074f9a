import type {
  CallOutcome,
  CallRequested,
  ModelAnswered,
  PinnedGuardrail,
  PinnedTool,
  RunStarted,
} from '../run-log/index.ts';

/** Text while guardrails check it: an output of the agent, the message of the run, or the result of a call. */
export interface OutputCheck {
  /** Current text: original or repaired. */
  readonly output: string;
  /** Index of the next guardrail. */
  readonly next: number;
  /** Number of consecutive guardrails that this text has passed. */
  readonly passes: number;
  /** Number of requests for a repaired response so far. */
  readonly repairs: number;
  /** Errors of the latest check, if it failed. */
  readonly violation?: Violation;
  /** Call that would publish the text; absent for the run's final response. */
  readonly saying?: { readonly call: CallRequested; readonly tool: PinnedTool };
  /** Set for the message of the run: the step after it passed. */
  readonly input?: { readonly then: AfterInput; readonly isParallel: boolean };
  /** Set for the result of a call. */
  readonly result?: { readonly call: CallRequested; readonly outcome: CallOutcome; readonly cause: number };
}

/** Step after the message of a run has passed: the first one, or the one after the first response. */
export type AfterInput =
  | { to: 'round'; cause: number }
  | { to: 'node'; cause: number; node: string }
  | { to: 'repair'; cause: number; answer: ModelAnswered; calls: readonly CallRequested[] }
  | { to: 'judge'; cause: number; answer: string };

export interface Violation {
  readonly guardrail: PinnedGuardrail;
  readonly errors: readonly string[];
}

/**
 * True if nothing that the agent writes leaves before guardrails have judged: they judge its words, or its input while it works.
 */
export function isGuarded({ guardrails = [] }: Pick<RunStarted, 'guardrails'>): boolean {
  return guardrails.some(({ on, parallel }) => on === undefined || parallel === true);
}

/**
 * True if the model's next words are held back: guardrails judge them, or have not passed the input yet.
 * @param state `unjudgedInput` is set until the input has passed
 */
export function isHeldBack({
  started: { guardrails = [] },
  unjudgedInput,
}: {
  started: Pick<RunStarted, 'guardrails'>;
  unjudgedInput?: string;
}): boolean {
  return guardrails.some(
    ({ on, parallel, streams }) =>
      on === undefined || (parallel === true && (streams !== true || unjudgedInput !== undefined)),
  );
}
