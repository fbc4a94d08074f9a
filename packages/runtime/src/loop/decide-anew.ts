import { withdrawnCall } from '../calls/refusals.ts';
import type { CurrentCall, RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { goOnRound } from './begin-round.ts';
import { mayUseMemory } from './decide-memory.ts';
import { endLeg } from './end-leg.ts';
import { decide, nextCall, notAllowed } from './next-call.ts';

/**
 * Decides again on what a dead process was about to do, by the rules at the resumption. A call that may have been made is not made
 * again if they do not allow it; any other is refused or needs an approval.
 */
export function decideAnew(state: RunState, writer: StepWriter, cause: number): RunState {
  const { waiting } = state;
  switch (waiting.for) {
    case 'recall': {
      const { isAllowed, seq } = mayUseMemory(state, writer, { action: 'data.read', cause });
      if (isAllowed) return state;
      return goOnRound({ ...state, waiting: { for: 'nothing' }, recalled: [] }, writer, seq);
    }
    case 'memorizing': {
      const { isAllowed, seq } = mayUseMemory(state, writer, { action: 'data.write', cause });
      return isAllowed
        ? state
        : endLeg({ ...state, waiting: { for: 'nothing' } }, writer, seq, waiting.ending);
    }
    case 'leg':
      return waiting.next.call ? unlessAllowed(state, writer, { call: waiting.next.call, cause }) : state;
    case 'preparation':
      return unlessAllowed(state, writer, { call: waiting.call, cause });
    case 'outcome': {
      const { decision } = decideAgain(state, writer, { call: waiting.call, cause });
      const { withdrawn: _, ...call } = waiting.call;
      if (decision.effect === 'allow') return { ...state, waiting: { for: 'outcome', call } };
      const withdrawn = withdrawnCall(call.tool.name, decision);
      return { ...state, waiting: { for: 'outcome', call: { ...call, withdrawn } } };
    }
    default:
      return state;
  }
}

/** Leaves the run as it is if the call is still allowed; else the call, which was not made, is refused or put before a person. */
export function unlessAllowed(
  state: RunState,
  writer: StepWriter,
  { call, cause }: { call: CurrentCall; cause: number },
): RunState {
  const { decision, decided } = decideAgain(state, writer, { call, cause });
  if (decision.effect === 'allow') return state;
  const { request, tool } = call;
  const unmade: RunState = { ...state, callsMade: state.callsMade - 1, waiting: { for: 'nothing' } };
  const next = notAllowed(unmade, writer, { call: request, tool, decision, decided });
  return next.waiting.for !== 'nothing' || next.ended ? next : nextCall(next, writer, decided.seq);
}

/** The approval that was given for this very call stands. */
function decideAgain(
  state: RunState,
  writer: StepWriter,
  { call, cause }: { call: CurrentCall; cause: number },
): ReturnType<typeof decide> {
  const { request, tool, decided } = call;
  const { approval_id: approvalId } = decided.data;
  return decide({ ...state, callsMade: state.callsMade - 1 }, writer, {
    ...{ call: request, tool, cause },
    ...(typeof approvalId === 'string' ? { approvalId } : {}),
  });
}
