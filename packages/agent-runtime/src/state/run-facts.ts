import type { CallQuestion, RunFacts } from '../policy/index.ts';
import type { CallRequested, PinnedTool } from '../run-log/index.ts';
import type { RunState } from './run-state.ts';

/** What decisions of a run go by, apart from what they are of. All of it stands in the log. */
export function runFacts(
  { started, tainted, origin, callsMade, remembered }: RunState,
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
    callsMade,
  };
}

/** What is decided of a call: the tool as it was pinned, and the arguments that it would be given. */
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
