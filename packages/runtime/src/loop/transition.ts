import type { RecordData, RunRecord, SealedRecord } from '@agent-home/run-log';
import { RuntimeError } from '../errors/runtime-error.ts';
import { isGuarded } from '../guardrails/is-guarded.ts';
import type { Answer } from '../ports/question.ts';
import type { RunState } from '../state/run-state.ts';
import { StepWriter } from '../state/writing.ts';
import { takeApproval } from './approve-call.ts';
import { beginGraph } from './begin-graph.ts';
import { takeLegStarted } from './begin-leg.ts';
import { beginRound } from './begin-round.ts';
import { causeOf } from './cause-of.ts';
import { type Effect, nextEffect } from './effect.ts';
import { endRun, intentIdOf } from './end-run.ts';
import { enterNode } from './graph-node.ts';
import { enterByHandoff, takeMissingAgent } from './hand-over.ts';
import { nextCall } from './next-call.ts';
import { queryOf, queryUser } from './query-user.ts';
import { wrongAnswer } from './question.ts';
import { remember } from './remember.ts';
import { resumeRun } from './resume-run.ts';
import type { RunInput } from './run-input.ts';
import { questionCall, takeSettlement } from './settle-call.ts';
import { startedState } from './start-run.ts';
import { askedModel, takeAnswer, takeAside } from './take-answer.ts';
import { takeJudged, takeUnjudged } from './take-judgement.ts';
import { takeFound, takeStored, takeUnavailable } from './take-memory.ts';
import { takeResult } from './take-result.ts';

export interface Step {
  state: RunState;
  /** The input and all that derives from it: one write. */
  sealed: SealedRecord[];
  /** The same with all their values in them, for those who listen. */
  records: RunRecord[];
  /** To be done once they are written. */
  effect: Effect | undefined;
}

/**
 * The loop: what an input makes of a run. It reads no clock, draws no lot and does nothing: the same inputs give the same
 * records byte for byte, which is how anybody can check a log.
 * @throws RuntimeError `unexpected_input` where the run waits for something else: a bug of the driver, or a forged log
 */
export function transition(state: RunState | undefined, input: RunInput): Step {
  if (!state) return start(input);
  if (state.ended) throw new RuntimeError('unexpected_input', `${input.type} after the run's end`);
  const run = { runId: state.started.run_id, source: state.source };
  const writer = new StepWriter(state.head, run, input.time, isGuarded(state.started));
  const after = { ...take(state, writer, input), head: writer.head };
  return { state: after, sealed: writer.sealed, records: writer.records, effect: nextEffect(after) };
}

function start(input: RunInput): Step {
  if (input.type !== 'run.started')
    throw new RuntimeError('unexpected_input', `${input.type} before the run's start`);
  const state = startedState(input.data);
  const run = { runId: state.started.run_id, source: state.source };
  const writer = new StepWriter(state.head, run, input.time);
  writer.write('run.started', input.data, undefined);
  const { sealed, records, head } = writer;
  return { state: { ...state, head }, sealed, records, effect: undefined };
}

function take(state: RunState, writer: StepWriter, input: RunInput): RunState {
  switch (input.type) {
    case 'run.started':
      throw new RuntimeError('unexpected_input', 'the run was started already');
    case 'kairo.user.message':
      return takeMessage(state, writer, input.data);
    case 'model.delta': {
      const { side, requestSeq } = askedModel(state, input);
      if (side || isGuarded(state.started)) throw unexpected(input);
      writer.write('model.delta', input.data, requestSeq);
      return state;
    }
    case 'model.answered':
      return takeAnswer(state, writer, input.data);
    case 'model.failed': {
      const { side, requestSeq } = askedModel(state, input);
      const { seq } = writer.write('model.failed', input.data, requestSeq);
      if (side) return takeAside(state, writer, side, { answer: undefined, seq });
      return endRun({ ...state, waiting: { for: 'nothing' } }, writer, seq, { code: input.data.code });
    }
    case 'memory.found':
      return takeFound(state, writer, input.data);
    case 'memory.stored':
      return takeStored(state, writer, input.data);
    case 'memory.unavailable':
      return takeUnavailable(state, writer, input.data);
    case 'run.leg_started':
      return takeLeg(state, writer, input.data);
    case 'run.leg_unavailable':
      return afterMissingAgent(writer, takeMissingAgent(state, writer, input.data));
    case 'guardrail.judged':
      return takeJudged(state, writer, input.data);
    case 'guardrail.failed_to_judge':
      return takeUnjudged(state, writer, input.data);
    case 'call.prepared': {
      if (state.waiting.for !== 'preparation') throw unexpected(input);
      const { call } = state.waiting;
      if (call.callId !== input.data.tool_call_id) throw unexpected(input);
      const prepared = writer.write('call.prepared', input.data, call.invoked.seq);
      return { ...state, waiting: { for: 'outcome', call: { ...call, prepared } } };
    }
    case 'call.finished':
      return takeOutcome(state, writer, input.data);
    case 'approval.decided':
      requireFit(state, { kind: 'approval', data: input.data }, writer);
      return takeApproval(state, writer, input.data);
    case 'call.unsettled': {
      const { waiting } = state;
      if (waiting.for !== 'outcome' || waiting.call.callId !== input.data.tool_call_id)
        throw unexpected(input);
      if (state.started.operator.approval_expires_ms === undefined) throw unexpected(input);
      return questionCall(state, writer, { call: waiting.call, data: input.data });
    }
    case 'call.answered':
      requireFit(state, { kind: 'outcome', data: input.data }, writer);
      return takeSettlement(state, writer, input.data);
    case 'run.resumed':
      return resumeRun(state, writer, input.data);
    case 'run.timed_out': {
      const { seq } = writer.write('run.timed_out', input.data, causeOf(state));
      return endRun(state, writer, seq, { code: 'timeout' });
    }
    case 'run.cancel_requested': {
      const { seq } = writer.write('run.cancel_requested', input.data, causeOf(state));
      return endRun(state, writer, seq, { code: 'cancelled', isCancelled: true });
    }
  }
}

function takeMessage(state: RunState, writer: StepWriter, data: RecordData<'kairo.user.message'>): RunState {
  if (state.waiting.for !== 'message') throw new RuntimeError('unexpected_input', 'a run takes one message');
  const { seq } = writer.write('kairo.user.message', data, 0);
  const { agent, session_id } = state.started;
  const context = { agent, session_id, origin: data.origin };
  const intent = { intentId: intentIdOf(state), query: data.text, context };
  writer.write('kairo.intent.started', intent, seq);
  const told: RunState = {
    ...state,
    waiting: { for: 'nothing' },
    messageSeq: seq,
    input: data.text,
    transcript: [...state.transcript, { role: 'user', content: data.text }],
    tainted: state.tainted || data.tainted,
    origin: data.origin,
  };
  const { graph } = told.first;
  if (graph) return beginGraph(told, writer, { pinned: graph, task: data.text, cause: seq });
  return beginRound(told, writer, seq);
}

function takeLeg(state: RunState, writer: StepWriter, data: RecordData<'run.leg_started'>): RunState {
  const begun = takeLegStarted(state, writer, data);
  const enter = begun.next.call ? enterByHandoff : enterNode;
  return enter(begun.state, writer, { pinned: data.pinned, ...begun });
}

function afterMissingAgent(
  writer: StepWriter,
  { state, cause }: ReturnType<typeof takeMissingAgent>,
): RunState {
  return state.ended ? state : nextCall(state, writer, cause);
}

function takeOutcome(state: RunState, writer: StepWriter, data: RecordData<'call.finished'>): RunState {
  const { waiting } = state;
  if (waiting.for !== 'outcome' && waiting.for !== 'preparation') throw unexpected({ type: 'call.finished' });
  const { call } = waiting;
  if (call.callId !== data.tool_call_id) throw unexpected({ type: 'call.finished' });
  const { seq } = writer.write('call.finished', data, call.invoked.seq);
  const knowing = remember(state, writer, { call: call.request, outcome: data.outcome, cause: seq });
  const told = takeResult({ ...knowing, waiting: { for: 'nothing' } }, writer, {
    call: call.request,
    outcome: data.outcome,
    cause: seq,
  });
  if (told.ended) return told;
  const question = queryOf(call.request, data.outcome);
  return question === undefined
    ? nextCall(told, writer, seq)
    : queryUser(told, writer, { question, cause: seq });
}

/** An answer that is not for what the run waits for opens nothing: no log has one. */
function requireFit(state: RunState, answer: Answer, { time }: StepWriter): void {
  const wrong = wrongAnswer(state, answer, time);
  if (wrong) throw new RuntimeError('unexpected_input', `the answer does not fit: ${wrong}`);
}

function unexpected({ type }: { type: string }): RuntimeError {
  return new RuntimeError('unexpected_input', `the run does not wait for ${type}`);
}
