import { canonicalJson, type JsonObject } from '@agent-home/protocol';
import { addUsage, legUsage } from '../budgets/leg-usage.ts';
import { remainingLimits } from '../budgets/limits.ts';
import { acceptResult } from '../calls/accept-result.ts';
import { failedOutcome } from '../calls/result-text.ts';
import { conditionState, judgeCondition } from '../conditions/state-conditions.ts';
import { RuntimeError } from '../errors/runtime-error.ts';
import { contextNow } from '../legs/agent-context.ts';
import { askForLeg, beginLeg, chainWith } from '../legs/begin-leg.ts';
import { closeQueue, getIntentId, writeLegEnd } from '../legs/end-leg.ts';
import { handoffHistory } from '../legs/handoff-history.ts';
import type { ToolDescription } from '../ports/tool-provider.ts';
import type { CallOutcome, HandoffFilter, PinnedHandoff, RecordData, RunLeg } from '../run-log/index.ts';
import { end, type StepResult } from '../state/next.ts';
import type { CurrentCall, NextLeg, RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { getWording } from '../wording/select-wording.ts';
import type { Wording } from '../wording/wording.ts';

export function findHandoff({ started }: RunState, tool: string): PinnedHandoff | undefined {
  return started.handoffs?.find((handoff) => handoff.tool === tool);
}

/** Makes an allowed call of a handoff's tool: the other agent takes over, or the model reads the refusal (S3-86). */
export function handOver(
  state: RunState,
  writer: StepWriter,
  { call, handoff, cause }: { call: CurrentCall; handoff: PinnedHandoff; cause: number },
): StepResult {
  const { callId: tool_call_id, invoked, request } = call;
  const hop = { tool_call_id, from: state.started.agent, to: handoff.to };
  const payload = request.arguments;
  const refusal = refuseHandoff(state, handoff, payload);
  if (refusal) {
    const { seq } = writer.write('handoff.refused', { ...hop, ...refusal }, invoked.seq);
    const outcome = failedOutcome(`handoff_${refusal.code}`, refusalText(refusal, getWording(state)));
    return acceptResult(state, writer, { call: request, outcome, cause: seq }, { to: 'call', cause });
  }
  const { seq } = writer.write(
    'handoff.requested',
    {
      ...hop,
      reason: typeof payload.reason === 'string' ? payload.reason : '',
      payload,
      depth: state.legs.depth + 1,
      ...(handoff.when === undefined ? {} : { condition: handoff.when }),
    },
    invoked.seq,
  );
  const message = `${getWording(state).handedTask(state.started.agent)}\n${canonicalJson(payload)}`;
  return askForLeg(state, writer, { agent: handoff.to, message, input: payload, cause: seq, call });
}

/** Ends the leg that hands over and begins the target's leg, under all of its restrictions. */
export function enterByHandoff(
  before: RunState,
  writer: StepWriter,
  { pinned, next, seq }: { pinned: RunLeg; next: NextLeg; seq: number },
): StepResult {
  const { call } = next;
  if (!call)
    throw new RuntimeError('unexpected_input', 'the leg that begins has no call that handed over to it');
  const text = getWording(before).handedOver(next.agent);
  const outcome: CallOutcome = {
    status: 'ok',
    content: [{ type: 'text', text }],
    metadata: { handed_to: next.agent },
  };
  const idle: RunState = { ...before, waiting: { for: 'nothing' } };
  const told = acceptResult(idle, writer, { call: call.request, outcome, cause: seq }, { to: 'wait' });
  if (told.next.to === 'end') return told;
  const over = closeQueue(told.state, 'handed_over');
  const result = { status: 'handed_over', to: next.agent };
  writer.write('kairo.intent.ended', { intentId: getIntentId(over), result, summary: text }, seq);
  writeLegEnd(over, writer, seq, 'handed_over');
  const used = legUsage(over);
  const { filter } = findHandoff(over, call.request.name) ?? {};
  return beginLeg(over, writer, {
    history: handoffHistory(over.transcript, filter),
    pinned,
    next,
    seq,
    legs: {
      depth: over.legs.depth + 1,
      chain: chainWith(over),
      ended: addUsage(over.legs.ended, used),
      contexts: over.legs.contexts.with(over.started.agent, contextNow(over)),
    },
    limits: remainingLimits(pinned.limits, { inherited: over.started.limits, used, rounds: true }),
  });
}

/** Reports to the agent that wanted to hand over that the other agent is missing; it continues. */
export function onLegUnavailable(
  state: RunState,
  writer: StepWriter,
  data: RecordData<'run.leg_unavailable'>,
): StepResult {
  const { waiting } = state;
  if (waiting.for !== 'leg' || waiting.next.agent !== data.agent)
    throw new RuntimeError('unexpected_input', 'the run does not wait for that agent');
  const { call, cause } = waiting.next;
  const { seq } = writer.write('run.leg_unavailable', data, cause);
  const idle: RunState = { ...state, waiting: { for: 'nothing' } };
  const { code, message } = data;
  // No other agent can do the work of a node, so the run ends.
  if (!call) return end(idle, seq, { code, message });
  const outcome = failedOutcome(code, getWording(state).legUnavailable(data.agent, message));
  return acceptResult(idle, writer, { call: call.request, outcome, cause: seq }, { to: 'call', cause: seq });
}

/** Maximum consecutive handoffs of a run: it ends chains and cycles (S3-91, S3-217). */
export const mostHandoffs = 5;

type Refusal = Pick<RecordData<'handoff.refused'>, 'code' | 'condition' | 'error'>;

/** Returns the reason why a handoff is not possible now, although the tool may be called. */
export function refuseHandoff(
  state: RunState,
  { to, when }: PinnedHandoff,
  payload: JsonObject,
): Refusal | undefined {
  if (to === state.started.agent) return { code: 'to_itself' };
  if (state.legs.depth >= mostHandoffs) return { code: 'too_deep' };
  if (when === undefined) return undefined;
  const { remembered, input } = state;
  const verdict = judgeCondition(
    when,
    conditionState({ remembered, graph: state.graph?.known.toObject(), input, payload }),
  );
  if (verdict.holds) return undefined;
  const { error } = verdict;
  return { code: 'condition_not_met', condition: when, ...(error === undefined ? {} : { error }) };
}

/** Text of a refusal for the model. */
export function refusalText({ code, condition = '' }: Refusal, wording: Wording): string {
  switch (code) {
    case 'condition_not_met':
      return `Handoff condition not met: ${condition}`;
    case 'too_deep':
      return wording.handoffTooDeep(mostHandoffs);
    case 'to_itself':
      return wording.handoffToItself;
  }
}

/** Handoff as a definition states it (S3-83). */
export interface Handoff {
  to: string;
  when?: string | undefined;
  payload?: { schema: JsonObject } | undefined;
  filter?: HandoffFilter | 'none' | undefined;
}

/** Input of the other agent, for the model that hands over. */
const receives: Record<HandoffFilter | 'none', string> = {
  none: 'only the arguments of the call',
  last: 'the last message of the user and the arguments of the call',
  texts: 'the conversation without tool calls, and the arguments of the call',
  all: 'the whole conversation and the arguments of the call',
};

/** Name of the tool of a handoff (S3-84). */
export function handoffTool(to: string): string {
  return `handoff_to_${to}`;
}

/** Schema of a payload if the definition has none (S3-85). */
const usualPayload: JsonObject = {
  type: 'object',
  properties: {
    reason: { type: 'string', description: 'Reason for the handoff.' },
    context: { type: 'object', description: 'Everything that the other agent needs: it sees nothing else.' },
  },
  required: ['reason'],
  additionalProperties: false,
};

/** Schema of a payload next to earlier messages. */
const payloadWithHistory: JsonObject = {
  ...usualPayload,
  properties: {
    reason: { type: 'string', description: 'Reason for the handoff.' },
    context: { type: 'object', description: 'Further facts that the other agent needs.' },
  },
};

/** Describes a handoff as a tool. It has no side effects, so it needs no approval. */
export function describeHandoff({ to, when, payload, filter = 'none' }: Handoff): ToolDescription {
  const condition = when === undefined ? '' : ` It is allowed only while this condition holds: ${when}`;
  return {
    name: handoffTool(to),
    source: 'native',
    description: `Hands the task over to the agent ${to}, which continues it and answers in your place. The agent receives ${receives[filter]}.${condition}`,
    parameters: payload?.schema ?? (filter === 'none' ? usualPayload : payloadWithHistory),
    aliases: [],
    risk: 'safe',
    sideEffects: false,
    idempotent: true,
    prepares: false,
    timeoutMs: 5_000,
  };
}
