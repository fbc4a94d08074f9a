import { type Decision, dataAction, decideCall, withApproval } from '@agent-home/policy';
import type { CallOutcome, CallRequested, PinnedTool, RunRecord } from '@agent-home/run-log';
import { callSha256 } from '../calls/call-sha256.ts';
import { invalidCall, refusedCall } from '../calls/refusals.ts';
import { withoutWrittenNames } from '../guardrails/guarded-transcript.ts';
import type { Answered, CurrentCall, RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { notApproved, requestApproval } from './approve-call.ts';
import { beginRound } from './begin-round.ts';
import { checkSaid } from './check-output.ts';
import { endRun } from './end-run.ts';
import { handOver, handoffOf } from './hand-over.ts';
import { callQuestion } from './run-facts.ts';
import { takeResult } from './take-result.ts';

/** Deals with the calls of an answer one after another, until one has to act; after the last the next round begins. */
export function nextCall(before: RunState, writer: StepWriter, cause: number): RunState {
  let state = before;
  for (;;) {
    const [call, ...queue] = state.queue;
    if (!call) return beginRound(state, writer, cause);
    state = { ...state, queue };
    const invalid = invalidCall(withoutWrittenNames(call, state));
    const tool = state.toolsByName.get(call.name);
    if (invalid || !tool) {
      state = takeResult(state, writer, { call, outcome: invalid ?? unknown(call), cause });
      if (state.ended) return state;
      continue;
    }
    const checked = checkSaid(state, writer, { call, tool, cause });
    if (checked) state = checked.state;
    if (checked?.verdict === 'waiting' || state.ended) return state;
    if (checked?.verdict === 'violated') continue;
    state = decideOn(state, writer, { call, tool, cause });
    if (state.waiting.for !== 'nothing' || state.ended) return state;
  }
}

/** Goes on with a call that was looked at and is not decided on yet. */
export function afterJudgement(
  state: RunState,
  writer: StepWriter,
  about: { call: CallRequested; tool: PinnedTool; cause: number },
): RunState {
  const next = decideOn(state, writer, about);
  return next.waiting.for !== 'nothing' || next.ended ? next : nextCall(next, writer, about.cause);
}

/** @param approvalId of an approval that was given for this very call */
function decideOn(
  state: RunState,
  writer: StepWriter,
  about: { call: CallRequested; tool: PinnedTool; cause: number; approvalId?: string },
): RunState {
  const { call, tool } = about;
  const { decision, decided } = decide(state, writer, about);
  if (decision.effect === 'allow') return invoke(state, writer, { call, tool, decided });
  return notAllowed(state, writer, { call, tool, decision, decided });
}

/** Requests an approval, or returns to the model why the call is not made. */
export function notAllowed(
  state: RunState,
  writer: StepWriter,
  {
    call,
    tool,
    decision,
    decided,
  }: { call: CallRequested; tool: PinnedTool; decision: Decision; decided: RunRecord },
): RunState {
  const { approval_expires_ms: expiresMs } = state.started.operator;
  if (decision.effect === 'confirm' && expiresMs !== undefined)
    return requestApproval(state, writer, { call, tool, decision, decided, expiresMs });
  const outcome = refusedCall(tool.name, decision);
  const told = takeResult(state, writer, { call, outcome, cause: decided.seq });
  if (told.ended || decision.code !== 'too_many_tool_calls') return told;
  return endRun(told, writer, decided.seq, { code: 'too_many_tool_calls' });
}

/**
 * Goes on after a person's answer about a call that was not made yet. What was approved is decided on again, at this time: a
 * permission may be over, or a deny hold by now.
 */
export function afterApproval(
  before: RunState,
  writer: StepWriter,
  { call, tool, data }: Extract<Answered, { kind: 'approval' }>,
  cause: number,
): RunState {
  const state: RunState = { ...before, waiting: { for: 'nothing' } };
  const next =
    data.decision === 'approve'
      ? decideOn(state, writer, { call, tool, cause, approvalId: data.approval_id })
      : takeResult(state, writer, { call, outcome: notApproved(tool.name, data), cause });
  return next.waiting.for !== 'nothing' || next.ended ? next : nextCall(next, writer, cause);
}

function unknown({ requested_name }: CallRequested): CallOutcome {
  return invalidCall({ problem: 'unknown_tool', requested_name } as CallRequested) as CallOutcome;
}

/** Decides on a call by the rules of the run, in the log. */
export function decide(
  state: RunState,
  writer: StepWriter,
  {
    call,
    tool,
    cause,
    approvalId,
  }: { call: CallRequested; tool: PinnedTool; cause: number; approvalId?: string },
): { decision: Decision; decided: RunRecord } {
  const { agent } = state.started;
  const question = callQuestion(state, writer.time, { call, tool });
  const asked = decideCall(state.rulebook, question);
  const decision = withApproval(asked, approvalId);
  const data = dataAction(question);
  const { effect, code, rules, condition_errors } = decision;
  const decided = writer.write(
    'policy.decided',
    {
      action: 'tool.call',
      effect,
      ...(code === undefined ? {} : { code }),
      rules,
      ...(condition_errors === undefined ? {} : { condition_errors }),
      agent,
      tainted: state.tainted,
      tool_call_id: call.tool_call_id,
      tool: tool.name,
      ...(data === undefined ? {} : { data_action: data }),
      risk: tool.risk,
      arguments_sha256: callSha256(call),
      ...(decision === asked || approvalId === undefined ? {} : { approval_id: approvalId }),
    },
    cause,
  );
  return { decision, decided };
}

function invoke(
  state: RunState,
  writer: StepWriter,
  { call, tool, decided }: { call: CallRequested; tool: PinnedTool; decided: RunRecord },
): RunState {
  const callId = call.tool_call_id;
  const invoked = writer.write(
    'kairo.tool.invoke',
    { toolCallId: callId, name: tool.name, args: call.arguments },
    decided.seq,
  );
  const made = { ...state, callsMade: state.callsMade + 1 };
  const current: CurrentCall = { callId, tool, decided, invoked, request: call };
  const handoff = handoffOf(state, tool.name);
  if (handoff) return handOver(made, writer, { call: current, handoff });
  return { ...made, waiting: { for: tool.prepares ? 'preparation' : 'outcome', call: current } };
}
