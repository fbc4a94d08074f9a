import { acceptResult } from '../calls/accept-result.ts';
import { callSha256 } from '../calls/call-sha256.ts';
import { failedOutcome } from '../calls/result-text.ts';
import { RuntimeError } from '../errors/runtime-error.ts';
import { approvalTerms, type Decision } from '../policy/index.ts';
import type {
  ApprovalDecided,
  ApprovalRequested,
  CallAnswered,
  CallOutcome,
  CallQuestioned,
  CallRequested,
  PinnedTool,
  RecordData,
  RunRecord,
} from '../run-log/index.ts';
import { end, type StepResult, wait } from '../state/next.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { currentWording } from '../wording/current-wording.ts';
import { getWording } from '../wording/select-wording.ts';
import type { Wording } from '../wording/wording.ts';
import { questionId, requireFit } from './question.ts';

/** Asks a person to approve a call. The run waits until there is an answer, or the time for one is over. */
export function requestApproval(
  state: RunState,
  writer: StepWriter,
  about: { call: CallRequested; tool: PinnedTool; decision: Decision; decided: RunRecord; expiresMs: number },
): StepResult {
  const { call, tool, decision, decided, expiresMs } = about;
  const { required, denyEffect } = approvalTerms(decision.rules);
  const sha256 = callSha256(call);
  const question: ApprovalRequested = {
    approval_id: questionId('approval', {
      runId: state.started.run_id,
      seq: writer.head.seq,
      callId: call.tool_call_id,
      tool: tool.name,
      argumentsSha256: sha256,
      privateKey: state.first.private_key,
    }),
    tool_call_id: call.tool_call_id,
    tool: tool.name,
    arguments: call.arguments,
    arguments_sha256: sha256,
    risk: tool.risk,
    rules: decision.rules,
    tainted: state.tainted,
    required,
    deny_effect: denyEffect,
    reason: 'needs_approval',
    expires_at: new Date(Date.parse(writer.time) + expiresMs).toISOString(),
  };
  const asked = writer.write('approval.requested', question, decided.seq);
  return wait({ ...state, waiting: { for: 'approval', call, tool, question, asked } });
}

/** Handles the answer of a person, or of the clock. An approval takes effect when a process resumes the run, perhaps days later. */
export function onApproval(state: RunState, writer: StepWriter, data: ApprovalDecided): StepResult {
  requireFit(state, { kind: 'approval', data }, writer.time);
  const { waiting } = state;
  if (waiting.for !== 'approval') throw new TypeError('no approval is waited for');
  const { call, tool, question, asked } = waiting;
  const answered = writer.write('approval.decided', data, asked.seq);
  if (question.node !== undefined)
    return data.decision === 'unavailable'
      ? end(state, answered.seq, { code: 'approval_unavailable' })
      : wait({ ...state, waiting: { for: 'resumption', from: { kind: 'node', data, answered } } });
  const isOver = data.decision !== 'approve' && (question.required || data.decision === 'unavailable');
  if (!isOver)
    return wait({
      ...state,
      waiting: { for: 'resumption', from: { kind: 'approval', call, tool, data, answered } },
    });
  const code = data.decision === 'unavailable' ? 'approval_unavailable' : 'approval_denied';
  return acceptResult(
    { ...state, waiting: { for: 'nothing' } },
    writer,
    { call, outcome: notApproved(tool.name, data, getWording(state)), cause: answered.seq },
    { to: 'end', cause: answered.seq, ending: { code } },
  );
}

/** Outcome of a call without an approval, as the model reads it. */
export function notApproved(
  tool: string,
  { decision, reason }: ApprovalDecided,
  wording: Wording,
): CallOutcome {
  if (decision === 'expired') return failedOutcome('approval_expired', wording.approvalExpired(tool));
  if (decision === 'unavailable')
    return failedOutcome('approval_unavailable', wording.approvalUnavailable(tool));
  return failedOutcome('approval_denied', wording.approvalDenied(tool, reason));
}

/** Asks a person for the unknown outcome of a call. Without a person, the driver reports it to the model. */
export function onCallUnsettled(
  before: RunState,
  writer: StepWriter,
  data: RecordData<'call.unsettled'>,
): StepResult {
  const { waiting } = before;
  const mayAsk = before.started.operator.approval_expires_ms !== undefined;
  if (waiting.for !== 'outcome' || waiting.call.callId !== data.tool_call_id || !mayAsk)
    throw new RuntimeError('unexpected_input', 'the run does not wait for call.unsettled');
  const { call } = waiting;
  const { seq } = writer.write('call.unsettled', data, call.invoked.seq);
  const { request, tool, invoked } = call;
  const sha256 = callSha256(request);
  const question: CallQuestioned = {
    question_id: questionId('outcome', {
      runId: before.started.run_id,
      seq: writer.head.seq,
      callId: call.callId,
      tool: tool.name,
      argumentsSha256: sha256,
      privateKey: before.first.private_key,
    }),
    tool_call_id: call.callId,
    tool: tool.name,
    arguments: request.arguments,
    arguments_sha256: sha256,
    risk: tool.risk,
    invoked_at: invoked.time,
    reason: 'outcome_unknown',
  };
  const asked = writer.write('call.questioned', question, seq);
  return wait({ ...before, waiting: { for: 'settlement', call, question, asked } });
}

/** Stores a person's answer about a call with an unknown outcome until a process resumes the run. */
export function onCallAnswered(state: RunState, writer: StepWriter, data: CallAnswered): StepResult {
  requireFit(state, { kind: 'outcome', data }, writer.time);
  const { waiting } = state;
  if (waiting.for !== 'settlement') throw new TypeError('no settlement is waited for');
  const { call, asked } = waiting;
  const answered = writer.write('call.answered', data, asked.seq);
  if (data.answer === 'done' || data.answer === 'not_done')
    return wait({
      ...state,
      waiting: { for: 'resumption', from: { kind: 'outcome', call, data, answered } },
    });
  return acceptResult(
    { ...state, waiting: { for: 'nothing' } },
    writer,
    { call: call.request, outcome: unknownOutcome(call.tool.name, getWording(state)), cause: answered.seq },
    { to: 'end', cause: answered.seq, ending: { code: 'outcome_unknown' } },
  );
}

export function unknownOutcome(tool: string, wording = currentWording): CallOutcome {
  return failedOutcome('outcome_unknown', wording.outcomeUnknown(tool));
}

/** Outcome of a call that ran, as a person confirms; its result is lost. */
export function doneByWord(tool: string, reason: string, wording: Wording): CallOutcome {
  const text = wording.doneByWord(tool, reason);
  return { status: 'ok', content: [{ type: 'text', text }], metadata: { settled_by: 'person' } };
}
