import { requestApproval } from '../approvals/approvals.ts';
import { acceptResult } from '../calls/accept-result.ts';
import { callSha256 } from '../calls/call-sha256.ts';
import { invalidCall, refusedCall } from '../calls/refusals.ts';
import { withoutWrittenNames } from '../guardrails/guarded-transcript.ts';
import { checkSaid } from '../guardrails/guardrails.ts';
import { findHandoff, handOver } from '../handoff/handoff.ts';
import { type Decision, dataAction, decideCall, withApproval } from '../policy/index.ts';
import type { CallOutcome, CallRequested, PinnedTool, RunRecord } from '../run-log/index.ts';
import { type PassedCall, type StepResult, wait } from '../state/next.ts';
import { bundleOf, callQuestion } from '../state/run-facts.ts';
import type { CurrentCall, RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { getWording } from '../wording/select-wording.ts';

/**
 * Handles the next call of an answer: reads it, has guardrails judge it if it is a message, then decides on it. After the last call
 * the next round begins.
 */
export function handleNextCall(before: RunState, writer: StepWriter, cause: number): StepResult {
  const [call, ...queue] = before.queue;
  if (!call) return { state: before, next: { to: 'round', cause } };
  const state: RunState = { ...before, queue };
  const invalid = invalidCall(withoutWrittenNames(call, state), getWording(state));
  const tool = state.toolsByName.get(call.name);
  if (invalid || !tool) {
    const outcome = invalid ?? unknown(call, state);
    return acceptResult(state, writer, { call, outcome, cause }, { to: 'call', cause });
  }
  const judged = checkSaid(state, writer, { call, tool, cause });
  return judged ?? { state, next: { to: 'call', cause, passed: { call, tool } } };
}

/** Decides on a call and records the decision: the call is invoked, waits for approval, or is refused. */
export function recordDecision(
  state: RunState,
  writer: StepWriter,
  about: PassedCall & { cause: number },
): StepResult {
  const { decision, decided } = decide(state, writer, about);
  if (decision.effect === 'allow') return invoke(state, writer, { ...about, decided });
  return refuseOrAsk(state, writer, { ...about, decision, decided });
}

/**
 * Requests an approval, or returns the reason for the refusal to the model.
 * @param cause of the records that follow
 */
export function refuseOrAsk(
  state: RunState,
  writer: StepWriter,
  about: { call: CallRequested; tool: PinnedTool; decision: Decision; decided: RunRecord; cause: number },
): StepResult {
  const { call, tool, decision, decided, cause } = about;
  const { approval_expires_ms: expiresMs } = state.started.operator;
  if (decision.effect === 'confirm' && expiresMs !== undefined)
    return requestApproval(state, writer, { call, tool, decision, decided, expiresMs });
  const told = { call, outcome: refusedCall(tool.name, decision, getWording(state)), cause: decided.seq };
  const { code } = decision;
  return acceptResult(
    state,
    writer,
    told,
    code === 'too_many_tool_calls'
      ? { to: 'end', cause: decided.seq, ending: { code } }
      : { to: 'call', cause },
  );
}

function unknown({ requested_name }: CallRequested, state: RunState): CallOutcome {
  const call = { problem: 'unknown_tool', requested_name } as CallRequested;
  return invalidCall(call, getWording(state)) as CallOutcome;
}

/** Decides on a call by the rules of the run, and records the decision. */
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
      ...bundleOf(state),
    },
    cause,
  );
  return { decision, decided };
}

function invoke(
  state: RunState,
  writer: StepWriter,
  {
    call,
    tool,
    decided,
    cause,
  }: { call: CallRequested; tool: PinnedTool; decided: RunRecord; cause: number },
): StepResult {
  const callId = call.tool_call_id;
  const invoked = writer.write(
    'kairo.tool.invoke',
    { toolCallId: callId, name: tool.name, args: call.arguments },
    decided.seq,
  );
  const made = { ...state, callsMade: state.callsMade + 1 };
  const current: CurrentCall = { callId, tool, decided, invoked, request: call };
  const handoff = findHandoff(state, tool.name);
  if (handoff) return handOver(made, writer, { call: current, handoff, cause });
  return wait({ ...made, waiting: { for: tool.prepares ? 'preparation' : 'outcome', call: current } });
}
