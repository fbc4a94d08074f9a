import type { JsonObject } from '@agent-home/protocol';
import { addUsage, legUsage, usageRecord } from '../budgets/leg-usage.ts';
import { limitMessage } from '../budgets/limit-message.ts';
import { failedOutcome, resultText } from '../calls/result-text.ts';
import { getIntentId, getRunIntent, getSummary, writeLegEnd } from '../legs/end-leg.ts';
import { writeCalls } from '../repair/repair-stage.ts';
import type { CallRequested, ChatMessage, RunEnded, RunRecord } from '../run-log/index.ts';
import type { LegsUsage } from '../state/legs-state.ts';
import type { CurrentCall, Ending, RunState, Waiting } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { getWording } from '../wording/select-wording.ts';

/**
 * Ends a run for any cause: a call in progress gets its only result (S4-34), the interaction is stored in memory, and the intent
 * ends once (S4-35).
 */
export function endRun(before: RunState, writer: StepWriter, cause: number, asked: Ending): RunState {
  // Keep the answer if the run ends while memory is still being stored. An answer of a node is not the run's.
  const isKept = before.waiting.for === 'memorizing' && !before.graph;
  const ending = isKept && before.waiting.for === 'memorizing' ? before.waiting.ending : asked;
  const { code, message = limitMessage(before, ending.code), answer = '', isCancelled = false } = ending;
  const { waiting } = before;
  if (waiting.for === 'model' && waiting.side && 'repair' in waiting.side)
    writeCalls(writer, waiting.side.repair);
  const transcript = closeCalls(before, writer, cause, code ?? 'run_ended');
  const ended: RunEnded = {
    status: code === undefined ? 'answered' : isCancelled ? 'cancelled' : 'failed',
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    answer,
    usage: runUsage(before),
  };
  if (before.waiting.for !== 'message') {
    if (isAtWork(before)) writer.write('memory.memorized', { entries: ending.memorized ?? [] }, cause);
    const { status } = ended;
    const result: JsonObject = { status, answer, ...(code === undefined ? {} : { code }) };
    for (const intentId of openIntents(before))
      writer.write('kairo.intent.ended', { intentId, result, summary: getSummary(answer) }, cause);
  }
  if (before.legs.number > 0 && isAtWork(before))
    writeLegEnd(before, writer, cause, code === undefined ? 'answered' : 'failed');
  writer.write('run.ended', ended, cause);
  return { ...before, transcript, queue: [], waiting: { for: 'nothing' }, ended };
}

/** Returns true if an agent is active; between the nodes of a graph there is none. */
function isAtWork({ graph }: RunState): boolean {
  return graph?.isAtWork ?? true;
}

/** Returns the open intents, innermost first. */
function openIntents(state: RunState): string[] {
  const ofLeg = isAtWork(state) ? [getIntentId(state)] : [];
  return state.graph ? [...ofLeg, getRunIntent(state)] : ofLeg;
}

/** Returns the usage of a run so far, over all of its agents. */
export function runUsage(state: RunState): RunEnded['usage'] {
  return usageRecord(usageOfRun(state));
}

function usageOfRun(state: RunState): LegsUsage {
  const { ended } = state.legs;
  return isAtWork(state) ? addUsage(ended, legUsage(state)) : ended;
}

/** Adds a result for every call of the last response, so that the session's next run starts with a valid transcript. */
function closeCalls(state: RunState, writer: StepWriter, cause: number, code: string): ChatMessage[] {
  const { waiting, queue } = state;
  const transcript = [...state.transcript];
  const outcome = failedOutcome(code, getWording(state).runEndedBefore);
  const close = (id: string, name: string) =>
    transcript.push({ role: 'tool', tool_call_id: id, name, content: resultText(outcome), is_error: true });
  const open = openCall(waiting);
  if (open) {
    const { callId, name, seq } = open;
    writer.write(
      'kairo.tool.result',
      { toolCallId: callId, result: outcome, isError: true },
      Math.max(seq, cause),
    );
    close(callId, name);
  }
  for (const call of queue) close(call.tool_call_id, call.requested_name);
  return transcript;
}

/** Returns the call that has no result yet, and the record that it comes from. */
function openCall(waiting: Waiting): { callId: string; name: string; seq: number } | undefined {
  switch (waiting.for) {
    case 'leg':
      return waiting.next.call && currentCall(waiting.next.call);
    case 'preparation':
    case 'outcome':
      return currentCall(waiting.call);
    case 'settlement':
      return { ...currentCall(waiting.call), seq: waiting.asked.seq };
    case 'approval':
      // A question to a person for a node of a graph is no call.
      return waiting.question.node !== undefined ? undefined : requestedCall(waiting.call, waiting.asked);
    case 'judgement': {
      const { saying, result } = waiting.check;
      const call = saying?.call ?? result?.call;
      return call && requestedCall(call, { seq: waiting.cause });
    }
    case 'resumption': {
      const { from } = waiting;
      if (from.kind === 'node') return undefined;
      return from.kind === 'approval'
        ? requestedCall(from.call, from.answered)
        : { ...currentCall(from.call), seq: from.answered.seq };
    }
    default:
      return undefined;
  }
}

function currentCall({ callId, tool, invoked }: CurrentCall) {
  return { callId, name: tool.wire_name, seq: invoked.seq };
}

function requestedCall(
  { tool_call_id: callId, requested_name: name }: CallRequested,
  { seq }: Pick<RunRecord, 'seq'>,
) {
  return { callId, name, seq };
}
