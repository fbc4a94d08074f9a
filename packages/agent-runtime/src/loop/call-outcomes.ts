import { acceptResult } from '../calls/accept-result.ts';
import { chargeDelegated } from '../delegation/delegated-usage.ts';
import { RuntimeError } from '../errors/runtime-error.ts';
import { checkResult } from '../guardrails/guardrails.ts';
import { remember } from '../memory/session-values.ts';
import { findQuery, queryUser } from '../querying/query-user.ts';
import type { CallOutcome, CallRequested, RecordData } from '../run-log/index.ts';
import { type StepResult, wait } from '../state/next.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';

/** Stores the data with which a tool recognizes its own side effects later, before it acts. */
export function onCallPrepared(
  state: RunState,
  writer: StepWriter,
  data: RecordData<'call.prepared'>,
): StepResult {
  const { waiting } = state;
  if (waiting.for !== 'preparation' || waiting.call.callId !== data.tool_call_id)
    throw unexpected('call.prepared');
  const { call } = waiting;
  const prepared = writer.write('call.prepared', data, call.invoked.seq);
  return wait({ ...state, waiting: { for: 'outcome', call: { ...call, prepared } } });
}

/** Handles the outcome of a call: the session remembers its value, the model reads its result, the user its question. */
export function onToolResult(
  state: RunState,
  writer: StepWriter,
  data: RecordData<'call.finished'>,
): StepResult {
  const { waiting } = state;
  if (waiting.for !== 'outcome' && waiting.for !== 'preparation') throw unexpected('call.finished');
  const { callId, invoked, request: call } = waiting.call;
  if (callId !== data.tool_call_id) throw unexpected('call.finished');
  const { outcome } = data;
  const { seq: cause } = writer.write('call.finished', data, invoked.seq);
  const charged = data.delegated ? chargeDelegated(state, data.delegated) : state;
  const knowing = remember(charged, writer, { call, outcome, cause });
  const idle: RunState = { ...knowing, waiting: { for: 'nothing' } };
  return checkResult(idle, writer, { call, outcome, cause });
}

/** Passes the result of a call to the model, and a question in it to the user. */
export function deliverResult(
  state: RunState,
  writer: StepWriter,
  { call, outcome, cause }: { call: CallRequested; outcome: CallOutcome; cause: number },
): StepResult {
  const told = acceptResult(state, writer, { call, outcome, cause }, { to: 'call', cause });
  const question = findQuery(call, outcome);
  return question === undefined || told.next.to === 'end'
    ? told
    : queryUser(told.state, writer, { question, cause });
}

function unexpected(type: string): RuntimeError {
  return new RuntimeError('unexpected_input', `the run does not wait for ${type}`);
}
