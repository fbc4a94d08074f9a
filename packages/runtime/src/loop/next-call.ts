import { type Decision, dataAction, decideCall } from '@agent-home/policy';
import type { CallOutcome, CallRequested, PinnedTool, RunRecord } from '@agent-home/run-log';
import { invalidCall, refusedCall } from '../calls/refusals.ts';
import { resultText } from '../calls/result-text.ts';
import { argumentsSha256 } from '../ports/arguments-sha256.ts';
import { beginRound } from './begin-round.ts';
import { endRun } from './end-run.ts';
import { timesRound, watchCall } from './loop-watch.ts';
import { callQuestion } from './run-facts.ts';
import type { RunState } from './run-state.ts';
import type { StepWriter } from './writing.ts';

/** Deals with the calls of an answer one after another, until one has to act; after the last the next round begins. */
export function nextCall(before: RunState, writer: StepWriter, cause: number): RunState {
  let state = before;
  for (;;) {
    const [call, ...queue] = state.queue;
    if (!call) return beginRound(state, writer, cause);
    state = { ...state, queue };
    const invalid = invalidCall(call);
    const tool = state.toolsByName.get(call.name);
    if (invalid || !tool) {
      state = takeResult(state, writer, { call, outcome: invalid ?? unknown(call), cause });
      if (state.ended) return state;
      continue;
    }
    const { decision, decided } = decide(state, writer, { call, tool, cause });
    if (decision.effect === 'allow') return invoke(state, writer, { call, tool, decided });
    const outcome = refusedCall(tool.name, decision);
    state = takeResult(state, writer, { call, outcome, cause: decided.seq });
    if (state.ended) return state;
    if (decision.code === 'too_many_tool_calls')
      return endRun(state, writer, decided.seq, { code: 'too_many_tool_calls' });
  }
}

function unknown({ requested_name }: CallRequested): CallOutcome {
  return invalidCall({ problem: 'unknown_tool', requested_name } as CallRequested) as CallOutcome;
}

function decide(
  state: RunState,
  writer: StepWriter,
  { call, tool, cause }: { call: CallRequested; tool: PinnedTool; cause: number },
): { decision: Decision; decided: RunRecord } {
  const { agent } = state.started;
  const question = callQuestion(state, writer.time, { call, tool });
  const decision = decideCall(state.rulebook, question);
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
      arguments_sha256: sha256Of(call),
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
  return {
    ...state,
    callsMade: state.callsMade + 1,
    waiting: {
      for: tool.prepares ? 'preparation' : 'outcome',
      call: { callId, tool, decided, invoked, request: call },
    },
  };
}

/** A call's one result, for the log and for the model; the same failure again and again is told, then stopped. */
export function takeResult(
  before: RunState,
  writer: StepWriter,
  { call, outcome, cause }: { call: CallRequested; outcome: CallOutcome; cause: number },
): RunState {
  const isError = outcome.status === 'error';
  const written = writer.write(
    'kairo.tool.result',
    { toolCallId: call.tool_call_id, result: outcome, isError },
    cause,
  );
  const content = resultText(outcome);
  const { watch, verdict } = watchCall(before.watch, {
    tool: call.name || call.requested_name,
    argumentsSha256: sha256Of(call),
    result: content,
    isError,
    round: before.round,
  });
  const message = {
    role: 'tool' as const,
    tool_call_id: call.tool_call_id,
    name: call.requested_name,
    content: verdict === 'warn' ? `${content}\n${warning}` : content,
    is_error: isError,
  };
  const state: RunState = {
    ...before,
    transcript: [...before.transcript, message],
    tainted: before.tainted || outcome.tainted === true,
    watch,
  };
  return verdict === 'stop' ? endRun(state, writer, written.seq, { code: 'loop_detected' }) : state;
}

/** Asked for twice of each call; providers have copies of their own, so that nobody changes what it is of. */
const known = new WeakMap<CallRequested, string>();

function sha256Of(call: CallRequested): string {
  const before = known.get(call);
  if (before !== undefined) return before;
  const sha256 = argumentsSha256(call.arguments);
  known.set(call, sha256);
  return sha256;
}

const warning = `This goes round in circles: the same came of it ${timesRound} times. Do something else, or answer: once more ends the run.`;
