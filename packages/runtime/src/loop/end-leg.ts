import type { Ending } from '../state/ending.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { endRun } from './end-run.ts';
import { endNode } from './graph-node.ts';

/** An agent has answered: that is the run's answer, or what a node of its graph has given. */
export function endLeg(state: RunState, writer: StepWriter, cause: number, ending: Ending): RunState {
  return state.graph?.isAtWork ? endNode(state, writer, cause, ending) : endRun(state, writer, cause, ending);
}
