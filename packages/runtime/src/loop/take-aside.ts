import type { RecordData } from '@agent-home/run-log';
import type { RunState, SideQuestion } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { takeSummary } from './begin-round.ts';
import { takeRepair } from './repair-calls.ts';

/** What a model said beside the conversation, or that it said nothing: the run goes on where it was. */
export function takeAside(
  state: RunState,
  writer: StepWriter,
  side: SideQuestion,
  told: { answer: RecordData<'model.answered'> | undefined; seq: number },
): RunState {
  return side.purpose === 'compact'
    ? takeSummary(state, writer, side, told)
    : takeRepair(state, writer, side.repair, told);
}
