import type { RunFacts } from '@agent-home/policy';
import type { RunState } from './run-state.ts';

/** What decisions of a run go by, apart from what they are of. All of it stands in the log. */
export function runFacts({ started, tainted, origin, callsMade }: RunState, time: string): RunFacts {
  const { agent, identity, model } = started;
  return {
    agent,
    agentId: identity?.agent_id ?? '',
    provider: model.provider,
    tainted,
    origin,
    session: {},
    time,
    callsMade,
  };
}
