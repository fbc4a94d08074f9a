import { doneByWord, notApproved } from '../approvals/approvals.ts';
import { askModel, tryModel } from '../budgets/ask-model.ts';
import { acceptResult } from '../calls/accept-result.ts';
import { withdrawnCall } from '../calls/refusals.ts';
import { leaveNode } from '../graph/graph.ts';
import { wordOfPerson } from '../graph/graph-person.ts';
import { mayUseMemory } from '../memory/memory.ts';
import type { RecordData } from '../run-log/index.ts';
import { end, type StepResult, wait } from '../state/next.ts';
import type { Answered, CurrentCall, RunState, Waiting } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { getWording } from '../wording/select-wording.ts';
import { getCause } from './effect.ts';
import { decide, refuseOrAsk } from './handle-next-call.ts';
import { narrowToPresentRules } from './narrow-rules.ts';

/**
 * Applies the stricter of the pinned and the present rules from here on, including to pending work of a dead process (ADR 0042).
 */
export function onResumed(before: RunState, writer: StepWriter, data: RecordData<'run.resumed'>): StepResult {
  const { seq } = writer.write('run.resumed', data, getCause(before));
  const { present } = data;
  const state = present ? narrowToPresentRules(before, present) : before;
  const { waiting } = state;
  if (waiting.for === 'model') return askAgain(state, writer, waiting, seq);
  if (waiting.for === 'resumption') return continueRun(state, writer, waiting.from, seq);
  return present ? decideAnew(state, writer, seq) : wait(state);
}

/**
 * Repeats the dead process's model request under a new id, since its response is lost. It may have been charged
 * all the same, so its reserve counts as used.
 */
function askAgain(
  state: RunState,
  writer: StepWriter,
  { request, inputTokens, side }: Extract<Waiting, { for: 'model' }>,
  cause: number,
): StepResult {
  const { time } = writer;
  const lostTokens = {
    input: state.lostTokens.input + inputTokens,
    output: state.lostTokens.output + request.maxOutputTokens,
  };
  const lost: RunState = { ...state, lostTokens, waiting: { for: 'nothing' } };
  if (!side) return askModel(lost, writer, { request, inputTokens, time, cause });
  const tried = tryModel(lost, writer, { request, inputTokens, time, cause, side });
  if ('state' in tried) return wait(tried.state);
  return { state: lost, next: { to: 'aside', cause: tried.cause, side, answer: undefined } };
}

/** Applies a person's answer when a process continues the run. */
function continueRun(before: RunState, writer: StepWriter, from: Answered, cause: number): StepResult {
  const state: RunState = { ...before, waiting: { for: 'nothing' } };
  if (from.kind === 'approval') return afterApproval(state, writer, from, cause);
  if (from.kind === 'node')
    return leaveNode(state, writer, {
      output: wordOfPerson(from.data),
      answer: '',
      values: from.data.values,
      cause,
    });
  const { call, data } = from;
  // The call was not made, so it is repeated with the same key if it is still allowed.
  if (data.answer === 'not_done') {
    const again: RunState = { ...state, waiting: { for: 'outcome', call } };
    return state.present ? unlessAllowed(again, writer, { call, cause }) : wait(again);
  }
  const outcome = doneByWord(call.tool.name, data.reason, getWording(state));
  return acceptResult(state, writer, { call: call.request, outcome, cause }, { to: 'call', cause });
}

/** Decides again on an approved call: a permission may have expired, or a deny may apply now. */
function afterApproval(
  state: RunState,
  writer: StepWriter,
  { call, tool, data }: Extract<Answered, { kind: 'approval' }>,
  cause: number,
): StepResult {
  if (data.decision === 'approve')
    return { state, next: { to: 'call', cause, passed: { call, tool, approvalId: data.approval_id } } };
  const outcome = notApproved(tool.name, data, getWording(state));
  return acceptResult(state, writer, { call, outcome, cause }, { to: 'call', cause });
}

/**
 * Decides again on pending work of a dead process, by the rules at the resumption. A call that may have been made is not repeated
 * if they forbid it; any other is refused or needs an approval.
 */
function decideAnew(state: RunState, writer: StepWriter, cause: number): StepResult {
  const { waiting } = state;
  const idle: RunState = { ...state, waiting: { for: 'nothing' } };
  switch (waiting.for) {
    case 'recall': {
      const { isAllowed, seq } = mayUseMemory(state, writer, { action: 'data.read', cause });
      if (isAllowed) return wait(state);
      return { state: { ...idle, recalled: [] }, next: { to: 'round', cause: seq, isRecalled: true } };
    }
    case 'memorizing': {
      const { isAllowed, seq } = mayUseMemory(state, writer, { action: 'data.write', cause });
      return isAllowed ? wait(state) : end(idle, seq, waiting.ending);
    }
    case 'leg': {
      const { call } = waiting.next;
      return call ? unlessAllowed(state, writer, { call, cause }) : wait(state);
    }
    case 'preparation':
      return unlessAllowed(state, writer, { call: waiting.call, cause });
    case 'outcome': {
      const { decision } = decideAgain(state, writer, { call: waiting.call, cause });
      const { withdrawn: _, ...call } = waiting.call;
      if (decision.effect === 'allow') return wait({ ...state, waiting: { for: 'outcome', call } });
      const withdrawn = withdrawnCall(call.tool.name, decision, getWording(state));
      return wait({ ...state, waiting: { for: 'outcome', call: { ...call, withdrawn } } });
    }
    default:
      return wait(state);
  }
}

/** Leaves the run unchanged if the call is still allowed; else the call, which was not made, is refused or needs an approval. */
function unlessAllowed(
  state: RunState,
  writer: StepWriter,
  { call, cause }: { call: CurrentCall; cause: number },
): StepResult {
  const { decision, decided } = decideAgain(state, writer, { call, cause });
  if (decision.effect === 'allow') return wait(state);
  const { request, tool } = call;
  const unmade: RunState = { ...state, callsMade: state.callsMade - 1, waiting: { for: 'nothing' } };
  return refuseOrAsk(unmade, writer, { call: request, tool, decision, decided, cause: decided.seq });
}

/** An approval of exactly this call remains valid. */
function decideAgain(
  state: RunState,
  writer: StepWriter,
  { call, cause }: { call: CurrentCall; cause: number },
): ReturnType<typeof decide> {
  const { request, tool, decided } = call;
  const { approval_id: approvalId } = decided.data;
  return decide({ ...state, callsMade: state.callsMade - 1 }, writer, {
    call: request,
    tool,
    cause,
    ...(typeof approvalId === 'string' ? { approvalId } : {}),
  });
}
