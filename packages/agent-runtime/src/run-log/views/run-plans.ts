import type { FollowedRecord } from '../record/run-record.ts';

/** Action of a plan (S4-4): a tool call, a message, or a question to the user. */
export type PlannedAction =
  | { action: 'call' | 'query'; toolCallId: string; name: string; requestedName: string }
  | { action: 'say' };

/** Plan of a round (S4-3): the agent's next calls, with the response and the context behind them. */
export interface RunPlan {
  intentId: string;
  agent: string;
  round: number;
  /** RFC 3339. */
  time: string;
  /** Record of the model's response. */
  causationId: string;
  /** Hash of the context that the plan was made from. */
  promptSha256: string;
  actions: PlannedAction[];
}

/** Records between a response and the calls that were read from it. */
const understanding = new Set(['kairo.agent.thought', 'call.requested', 'model.delta']);

/**
 * Follows the plans of a run, record by record from the first one. A plan is complete with the record after its calls, because
 * names and arguments may be repaired before. Plans are computed from responses and calls, so logs of every release have them.
 */
export function followPlans(): (record: FollowedRecord) => RunPlan | undefined {
  const now = { intentId: '', agent: '', round: 0, promptSha256: '' };
  const aside = new Set<unknown>();
  let pending: RunPlan | undefined;
  let hasCalls = false;
  return (record) => {
    const { type, data, id, time } = record;
    if (type === 'run.started') now.agent = String(data.agent);
    else if (type === 'kairo.intent.started') {
      now.intentId = String(data.intentId);
      const { context } = data;
      if (typeof context === 'object' && context !== null && 'agent' in context)
        now.agent = String(context.agent);
    } else if (type === 'context.built') {
      now.round = Number(data.round);
      now.promptSha256 = String(data.prompt_sha256);
    } else if (type === 'model.requested' && data.purpose !== undefined) aside.add(data.model_call_id);
    else if (type === 'model.answered' && !aside.has(data.model_call_id)) {
      hasCalls = Array.isArray(data.tool_calls) && data.tool_calls.length > 0;
      pending = { ...now, time, causationId: id, actions: hasCalls ? [] : [{ action: 'say' }] };
      return undefined;
    } else if (type === 'call.requested') pending?.actions.push(getAction(data));
    const isComplete =
      pending !== undefined && !understanding.has(type) && (!hasCalls || pending.actions.length > 0);
    if (!isComplete) return undefined;
    const plan = pending;
    pending = undefined;
    return plan;
  };
}

function getAction({ tool_call_id, name, requested_name }: FollowedRecord['data']): PlannedAction {
  return {
    action: name === 'ask_user' ? 'query' : 'call',
    toolCallId: String(tool_call_id),
    name: String(name),
    requestedName: String(requested_name),
  };
}
