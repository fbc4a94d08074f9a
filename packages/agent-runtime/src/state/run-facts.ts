import type { CallQuestion, RunFacts } from '../policy/index.ts';
import type { CallRequested, PinnedTool, PolicyDecided } from '../run-log/index.ts';
import type { RunState } from './run-state.ts';

/** Returns the facts on which decisions of a run depend, apart from their subject. All of them are in the log. */
export function runFacts(
  { started, tainted, origin, callsMade, delegated, remembered }: RunState,
  time: string,
): RunFacts {
  const { agent, identity, model } = started;
  return {
    agent,
    agentId: identity?.agent_id ?? '',
    provider: model.provider,
    tainted,
    origin,
    session: Object.fromEntries(remembered.map(({ key, value }) => [key, value])),
    time,
    callsMade: callsMade + delegated.toolCalls,
  };
}

/** Returns the bundle that a decision names; empty for a run without one. */
export function bundleOf({ bound }: Pick<RunState, 'bound'>): Pick<PolicyDecided, 'bundle'> {
  return bound ? { bundle: bound.bundle } : {};
}

/** Returns the question for a decision about a call: the tool as pinned, and its arguments. */
export function callQuestion(
  state: RunState,
  time: string,
  { call, tool }: { call: Pick<CallRequested, 'arguments'>; tool: PinnedTool },
): CallQuestion {
  return {
    ...runFacts(state, time),
    tool: tool.name,
    risk: tool.risk,
    arguments: call.arguments,
    sideEffects: tool.side_effects,
    dataScope: tool.data_scope,
  };
}
