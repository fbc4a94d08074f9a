import {
  CallTicket,
  type DelegatedTask,
  type Effect,
  type MemoryStore,
  type PreparedCall,
  type RunInput,
  type RunState,
  type RunWriter,
  resultOfCall,
  type ToolOutcome,
  unknownOutcome,
} from '@agent-home/agent-runtime';
import type { RecordData, RunUsage } from '@agent-home/agent-runtime/run-log';
import type { Delegated } from './delegation.ts';
import { limitOutcome } from './limit-outcome.ts';
import { outcomeOfRuns } from './outcome-of-runs.ts';
import { forgetEntry, searchMemory } from './search-memory.ts';
import { storeValue } from './store-value.ts';
import type { ToolBox } from './tool-box.ts';
import { toolOutcomeInTime } from './within-time.ts';

interface Parts {
  tools: ToolBox;
  /** Absent without a memory store. */
  memory: MemoryStore | undefined;
  writer: RunWriter;
  /** RFC 3339. */
  now(): string;
  ending: AbortSignal;
  /** Runs of tasks that the agent delegates. */
  delegate(call: PreparedCall, tasks: readonly DelegatedTask[], signal: AbortSignal): Promise<Delegated>;
}

/** Runs whose approvers a call waits for: it has no outcome yet. */
export interface WaitsFor {
  waitsFor: readonly string[];
}

type CallEffect = Extract<Effect, { kind: 'call' }>;

/**
 * Returns the data with which a provider recognizes its own side effects, for the log, or the reason why the call cannot be made.
 */
export async function prepareCall(
  { call, timeoutMs }: Extract<Effect, { kind: 'prepare' }>,
  parts: Parts,
): Promise<RunInput> {
  const prepared = await parts.tools.prepare(call, timeoutMs, parts.ending);
  if ('failure' in prepared)
    return finished(call.callId, { outcome: prepared.failure, settled: false, elapsedMs: 0 }, parts);
  const data = { tool_call_id: call.callId, prepared: prepared.prepared };
  return { type: 'call.prepared', time: parts.now(), data };
}

/**
 * Makes a decided call and reports its outcome. A call that a dead process may have made is settled first: no
 * call is repeated that could count twice, and an approver decides if its outcome is unknown.
 */
export async function performCall(
  effect: CallEffect,
  parts: Parts,
  { isRecovery, state }: { isRecovery: boolean; state: RunState },
): Promise<RunInput | WaitsFor> {
  const { callId, tool } = effect.call;
  const make = () => makeIfAllowed(effect, { ...parts, state });
  if (!isRecovery) return make();
  const settlement = await parts.tools.settle(effect.call, effect.timeoutMs, parts.ending);
  if (settlement.state === 'done')
    return finished(callId, { outcome: settlement.outcome, elapsedMs: 0, settled: true }, parts);
  if (settlement.state === 'not_done' || effect.idempotent || !effect.sideEffects) return make();
  if (state.started.operator.approval_expires_ms === undefined)
    return finished(callId, { outcome: unknownOutcome(tool), elapsedMs: 0, settled: true }, parts);
  const reason = 'the process died during the call, and the tool cannot report the outcome';
  return { type: 'call.unsettled', time: parts.now(), data: { tool_call_id: callId, reason } };
}

/** Makes the call, unless the rules at the resumption do not allow it any more. */
async function makeIfAllowed(
  effect: CallEffect,
  parts: Parts & { state: RunState },
): Promise<RunInput | WaitsFor> {
  const { call, withdrawn } = effect;
  if (withdrawn) return finished(call.callId, { outcome: withdrawn, settled: true, elapsedMs: 0 }, parts);
  const { delegated, ...made } = await make(effect, parts);
  if (delegated && delegated.waiting.length > 0) return { waitsFor: delegated.waiting };
  return finished(call.callId, { settled: false, ...made, usage: delegated?.usage }, parts);
}

async function make(
  { call, decided, invoked, timeoutMs, sideEffects }: CallEffect,
  { tools, memory, writer, now, ending, state, delegate }: Parts & { state: RunState },
): Promise<{ outcome: ToolOutcome; elapsedMs: number; delegated: Delegated | undefined }> {
  // Sync first: the only trace of an effect must survive a power loss.
  if (sideEffects) await writer.sync();
  const started = performance.now();
  let delegated: Delegated | undefined;
  const outcome = await toolOutcomeInTime(timeoutMs, ending, (signal) =>
    tools.invoke(CallTicket.from(decided, invoked), call, {
      signal,
      ending,
      accepts: state.started.model.input ?? [],
      getResult: (callId) => resultOfCall(state, callId),
      delegate: async (made, tasks) => {
        delegated = await delegate(made, tasks, signal);
        return outcomeOfRuns(delegated.runs);
      },
      storeValue: (made, value) =>
        storeValue(made, value, { state, store: memory, cleaner: tools.cleaner, now, signal }),
      searchMemory: (query) => searchMemory(query, { state, store: memory, cleaner: tools.cleaner, signal }),
      forgetEntry: (entry) => forgetEntry(entry, { state, store: memory, cleaner: tools.cleaner, signal }),
    }),
  );
  return { outcome, elapsedMs: Math.round(performance.now() - started), delegated };
}

function finished(
  callId: string,
  {
    outcome,
    settled,
    elapsedMs,
    usage,
  }: { outcome: ToolOutcome; settled: boolean; elapsedMs: number; usage?: RunUsage | undefined },
  { tools, now }: Parts,
): RunInput {
  const data: RecordData<'call.finished'> = {
    tool_call_id: callId,
    outcome: limitOutcome(outcome, tools.cleaner),
    settled,
    elapsed_ms: elapsedMs,
    ...(usage === undefined ? {} : { delegated: usage }),
  };
  return { type: 'call.finished', time: now(), data };
}
