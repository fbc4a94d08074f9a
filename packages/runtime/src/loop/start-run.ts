import { buildNameTable } from '@agent-home/definition';
import { compilePolicy, isListed, Rulebook } from '@agent-home/policy';
import { emptyLog, type PinnedPolicy, type RunStarted } from '@agent-home/run-log';
import type { OfferedTool } from '../ports/model-request.ts';
import { nothingSeen } from '../state/loop-watch.ts';
import type { RunState } from '../state/run-state.ts';

/** The state of a run that was started and has heard nothing yet. */
export function startedState(started: RunStarted): RunState {
  const names = buildNameTable(started.tools);
  const rulebook = new Rulebook({
    names,
    lists: started.lists,
    policies: started.policies.map((policy) => compilePolicy(policy as PinnedPolicy)),
    operator: { autoApprove: started.operator.auto_approve, unlocked: started.operator.unlocked },
    maxToolCalls: started.limits.max_tool_calls,
  });
  return {
    started,
    rulebook,
    offered: offeredTools(started, rulebook),
    names,
    toolsByName: new Map(started.tools.map((tool) => [tool.name, tool])),
    source: sourceOf(started.agent),
    head: emptyLog,
    waiting: { for: 'message' },
    messageSeq: 0,
    transcript: started.context,
    compaction: undefined,
    round: 0,
    queue: [],
    callsMade: 0,
    inputTokens: 0,
    outputTokens: 0,
    lostTokens: { input: 0, output: 0 },
    tainted: started.tainted || (started.session_memory?.values ?? []).some(({ tainted }) => tainted),
    origin: '',
    recalled: [],
    remembered: started.session_memory?.values ?? [],
    watch: nothingSeen,
    ended: undefined,
  };
}

/** What the agent's lists deny outright is not even shown to the model; everything is decided all the same. */
function offeredTools({ tools }: RunStarted, rulebook: Rulebook): OfferedTool[] {
  return tools
    .filter(({ name }) => isListed(rulebook, name))
    .map(({ wire_name, description, parameters }) => ({ name: wire_name, description, parameters }));
}

/** Which part speaks in a run's records. */
export function sourceOf(agent: string): string {
  return `agent-home/runtime/${agent}`;
}
