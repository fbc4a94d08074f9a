import type { CallAnswered, CallOutcome, CallQuestioned, RecordData } from '@agent-home/run-log';
import { callSha256 } from '../calls/call-sha256.ts';
import { questionId } from '../calls/question-id.ts';
import { failedOutcome } from '../calls/result-text.ts';
import { RuntimeError } from '../errors/runtime-error.ts';
import { type StepResult, wait } from '../state/next.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { requireFit } from './question.ts';
import { takeResult } from './take-result.ts';

/** A call of which nobody knows what came of it is put before a person; where nobody can be asked, the model is told. */
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

/** Keeps a person's answer about such a call until a process resumes the run. */
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
  return takeResult(
    { ...state, waiting: { for: 'nothing' } },
    writer,
    { call: call.request, outcome: unknownOutcome(call.tool.name), cause: answered.seq },
    { to: 'end', cause: answered.seq, ending: { code: 'outcome_unknown' } },
  );
}

export function unknownOutcome(tool: string): CallOutcome {
  return failedOutcome(
    'outcome_unknown',
    `Nobody knows whether ${tool} was carried out before the process died.`,
  );
}

/** Done, by the word of a person: what it gave is lost. */
export function doneByWord(tool: string, reason: string): CallOutcome {
  const more = reason === '' ? '' : ` They say: ${reason}`;
  const text = `A person says that ${tool} was carried out. What it gave was lost with the process.${more}`;
  return { status: 'ok', content: [{ type: 'text', text }], metadata: { settled_by: 'person' } };
}
