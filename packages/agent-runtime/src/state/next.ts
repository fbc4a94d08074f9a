import type { CallOutcome, CallRequested, ModelAnswered, PinnedTool, RunLeg } from '../run-log/index.ts';
import type { Ending, NextLeg, RunState, SideQuestion } from './run-state.ts';

/** Next step of a run. Handlers and steps only return it; the one loop that acts on it is in `transition.ts`. */
export type Next =
  /** Handles the next call of the queue, or decides on a call that was read and, if required, validated or approved. */
  | { to: 'call'; cause: number; passed?: PassedCall }
  /** With a round of the agent at work; `isRecalled` if the memory for it is known. */
  | { to: 'round'; cause: number; isRecalled?: true }
  /** With the response to a side question; undefined if there is none. */
  | { to: 'aside'; cause: number; side: SideQuestion; answer: ModelAnswered | undefined }
  /** With the calls of a response: they are repaired where they have to be, then handled one by one. */
  | { to: 'repair'; cause: number; answer: ModelAnswered; calls: readonly CallRequested[] }
  /** With an answer that guardrails judge before it leaves. */
  | { to: 'judge'; cause: number; answer: string }
  /** With the result of a call that guardrails have passed, or that none has to judge. */
  | { to: 'result'; cause: number; call: CallRequested; outcome: CallOutcome }
  /** With an answer that may leave: memory keeps it first. */
  | { to: 'answer'; cause: number; ending: Ending }
  /** With an agent whose definition is known: by a handoff, or in a node of a graph. */
  | { to: 'handoff'; cause: number; leg: NextLeg; pinned: RunLeg }
  /** With a node of the graph. */
  | { to: 'node'; cause: number; node: string }
  /** With the end of the run; of an answer in a node of a graph, with the end of the node. */
  | { to: 'end'; cause: number; ending: Ending }
  /** With the next input. */
  | { to: 'wait' };

export interface PassedCall {
  call: CallRequested;
  tool: PinnedTool;
  /** Approval that was given for exactly this call. */
  approvalId?: string;
}

/** Result of a handler or step. Its records are in the writer that it was given. */
export interface StepResult {
  readonly state: RunState;
  readonly next: Next;
}

/** Waits for the next input in this state. */
export function wait(state: RunState): StepResult {
  return { state, next: { to: 'wait' } };
}

/** Ends the run, or the leg if it answered. */
export function end(state: RunState, cause: number, ending: Ending): StepResult {
  return { state, next: { to: 'end', cause, ending } };
}
