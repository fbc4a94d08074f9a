import type { CallOutcome, CallRequested } from '@agent-home/run-log';
import { rememberedBy, withValue } from '../memory/session-values.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';

/** What a call of `remember` sets for the rest of the session, once it was decided on and carried out like any other. */
export function remember(
  state: RunState,
  writer: StepWriter,
  { call, outcome, cause }: { call: CallRequested; outcome: CallOutcome; cause: number },
): RunState {
  const { session_memory: memory } = state.started;
  const set = rememberedBy(memory, call, { outcome, tainted: state.tainted });
  if (!memory || !set) return state;
  writer.write('memory.remembered', { ...set, tool_call_id: call.tool_call_id }, cause);
  return { ...state, remembered: withValue(memory, state.remembered, set) };
}
