import type { CallRequested, PinnedGuardrail, PinnedTool, RunStarted } from '../run-log/index.ts';

/** Output of an agent while guardrails check it. */
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
}

export interface Violation {
  readonly guardrail: PinnedGuardrail;
  readonly errors: readonly string[];
}

/** True if guardrails judge the agent's words before they leave. */
export function isGuarded({ guardrails = [] }: Pick<RunStarted, 'guardrails'>): boolean {
  return guardrails.length > 0;
}
