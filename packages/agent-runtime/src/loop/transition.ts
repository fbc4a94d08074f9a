import { onApproval, onCallAnswered, onCallUnsettled } from '../approvals/approvals.ts';
import { RuntimeError } from '../errors/runtime-error.ts';
import { beginNode, endBranches, endNode, enterNode } from '../graph/graph.ts';
import {
  acceptOutputRepair,
  checkAnswer,
  checkInputInParallel,
  onGuardrailFailure,
  onGuardrailVerdict,
} from '../guardrails/guardrails.ts';
import { enterByHandoff, onLegUnavailable } from '../handoff/handoff.ts';
import { onLegStarted } from '../legs/begin-leg.ts';
import { startedState } from '../legs/start-leg.ts';
import { memorize, onMemoryFound, onMemoryStored, onMemoryUnavailable } from '../memory/memory.ts';
import type { RunInput } from '../ports/run-input.ts';
import { acceptRepair, repairCalls } from '../repair/repair-calls.ts';
import { privacyOf, type RecordData, type RunRecord, type SealedRecord } from '../run-log/index.ts';
import { end, type Next, type StepResult } from '../state/next.ts';
import { isHeldBack } from '../state/output-check.ts';
import type { RunState } from '../state/run-state.ts';
import { StepWriter } from '../state/writing.ts';
import { deliverResult, onCallPrepared, onToolResult } from './call-outcomes.ts';
import { type Effect, getCause, nextEffect } from './effect.ts';
import { endRun } from './end-run.ts';
import { handleNextCall, recordDecision } from './handle-next-call.ts';
import { onModelAnswered, onModelDelta, onModelFailed, onModelStep } from './model-answers.ts';
import { onResumed } from './resume-run.ts';
import { acceptSummary, beginRound, continueRound } from './round.ts';
import { onBundleStale, onBundleUpdated } from './update-bundle.ts';
import { onUserMessage } from './user-message.ts';

export interface Step {
  state: RunState;
  /** Records of the input and all that derives from it, in one write. */
  sealed: SealedRecord[];
  /** Records with all attached values inserted, for listeners. */
  records: RunRecord[];
  /** Effect that starts once the records are written. */
  effect: Effect | undefined;
}

/**
 * Advances the run loop: handles an input, then continues step by step until the run waits for the next input or has ended. It
 * reads no clock, draws no random number and performs no I/O. The same inputs give the same records byte for byte, which makes a
 * log verifiable.
 * @throws RuntimeError `unexpected_input` if the run waits for another input: a bug of the driver, or a forged log
 */
export function transition(before: RunState | undefined, input: RunInput): Step {
  if (!before) return start(input);
  if (before.ended) throw new RuntimeError('unexpected_input', `${input.type} after the run's end`);
  const run = { runId: before.started.run_id, source: before.source };
  const writer = new StepWriter(before.head, run, input.time, {
    isGuarded: isHeldBack(before),
    privacy: privacyOf(before.first),
  });
  let { state, next } = handle(before, writer, input);
  while (next.to !== 'wait') ({ state, next } = proceed(state, writer, next));
  const after: RunState = { ...state, head: writer.head };
  return { state: after, sealed: writer.sealed, records: writer.records, effect: nextEffect(after) };
}

/** One handler for each type of input. */
function handle(state: RunState, writer: StepWriter, input: RunInput): StepResult {
  switch (input.type) {
    case 'run.started':
      throw new RuntimeError('unexpected_input', 'the run was started already');
    case 'kairo.user.message':
      return onUserMessage(state, writer, input.data);
    case 'model.delta':
      return onModelDelta(state, writer, input.data);
    case 'model.step':
      return onModelStep(state, writer, input.data);
    case 'model.answered':
      return onModelAnswered(state, writer, input.data);
    case 'model.failed':
      return onModelFailed(state, writer, input.data);
    case 'memory.found':
      return onMemoryFound(state, writer, input.data);
    case 'memory.stored':
      return onMemoryStored(state, writer, input.data);
    case 'memory.unavailable':
      return onMemoryUnavailable(state, writer, input.data);
    case 'run.leg_started':
      return onLegStarted(state, writer, input.data);
    case 'run.leg_unavailable':
      return onLegUnavailable(state, writer, input.data);
    case 'graph.branches_ended':
      return endBranches(state, writer, input.data);
    case 'guardrail.judged':
      return onGuardrailVerdict(state, writer, input.data);
    case 'guardrail.failed_to_judge':
      return onGuardrailFailure(state, writer, input.data);
    case 'call.prepared':
      return onCallPrepared(state, writer, input.data);
    case 'call.finished':
      return onToolResult(state, writer, input.data);
    case 'approval.decided':
      return onApproval(state, writer, input.data);
    case 'call.unsettled':
      return onCallUnsettled(state, writer, input.data);
    case 'call.answered':
      return onCallAnswered(state, writer, input.data);
    case 'run.resumed':
      return onResumed(state, writer, input.data);
    case 'policy.bundle_updated':
      return onBundleUpdated(state, writer, input.data);
    case 'policy.bundle_stale':
      return onBundleStale(state, writer, input.data);
    case 'run.timed_out':
      return onTimedOut(state, writer, input.data);
    case 'run.cancel_requested':
      return onCancelRequested(state, writer, input.data);
  }
}

/** One step for each way to continue. */
function proceed(state: RunState, writer: StepWriter, next: Exclude<Next, { to: 'wait' }>): StepResult {
  const { cause } = next;
  // Nothing comes of a response before the message it answers has passed.
  if (state.unjudgedInput !== undefined && (next.to === 'repair' || next.to === 'judge'))
    return checkInputInParallel(state, writer, next);
  switch (next.to) {
    case 'call':
      return next.passed
        ? recordDecision(state, writer, { ...next.passed, cause })
        : handleNextCall(state, writer, cause);
    case 'round':
      return next.isRecalled ? continueRound(state, writer, cause) : beginRound(state, writer, cause);
    case 'aside': {
      const { side, answer } = next;
      if (side.purpose === 'compact') return acceptSummary(state, writer, side, { answer, seq: cause });
      return side.purpose === 'repair_output'
        ? acceptOutputRepair(state, writer, side.check, { answer, seq: cause })
        : acceptRepair(state, writer, side.repair, { answer, seq: cause });
    }
    case 'repair': {
      const { answer, calls } = next;
      return repairCalls(state, writer, { answer, answeredSeq: cause, calls });
    }
    case 'judge':
      return checkAnswer(state, writer, { answer: next.answer, cause });
    case 'result':
      return deliverResult(state, writer, next);
    case 'answer':
      return memorize(state, writer, cause, next.ending);
    case 'handoff': {
      const { pinned, leg } = next;
      const enter = leg.call ? enterByHandoff : enterNode;
      return enter(state, writer, { pinned, next: leg, seq: cause });
    }
    case 'node':
      return beginNode(state, writer, next.node, cause);
    case 'end':
      return next.ending.code === undefined && state.graph?.isAtWork
        ? endNode(state, writer, cause, next.ending)
        : { state: endRun(state, writer, cause, next.ending), next: { to: 'wait' } };
  }
}

function start(input: RunInput): Step {
  if (input.type !== 'run.started')
    throw new RuntimeError('unexpected_input', `${input.type} before the run's start`);
  const state = startedState(input.data);
  const run = { runId: state.started.run_id, source: state.source };
  const writer = new StepWriter(state.head, run, input.time, { privacy: privacyOf(input.data) });
  writer.write('run.started', input.data, undefined);
  const { sealed, records, head } = writer;
  return { state: { ...state, head }, sealed, records, effect: undefined };
}

function onTimedOut(state: RunState, writer: StepWriter, data: RecordData<'run.timed_out'>): StepResult {
  const { seq } = writer.write('run.timed_out', data, getCause(state));
  return end(state, seq, { code: 'timeout' });
}

function onCancelRequested(
  state: RunState,
  writer: StepWriter,
  data: RecordData<'run.cancel_requested'>,
): StepResult {
  const { seq } = writer.write('run.cancel_requested', data, getCause(state));
  return end(state, seq, { code: 'cancelled', isCancelled: true });
}
