import { lastTurns } from '../context/turns.ts';
import type { ChatMessage, RunLeg } from '../run-log/index.ts';
import type { AgentContext } from '../state/legs-state.ts';
import type { RunState } from '../state/run-state.ts';

/** Default number of turns that a handoff passes to the next agent. */
const usualTurns = 24;

/** Returns the context for an agent's first leg of a run. */
export function getContext({ context, tainted, session_memory }: RunLeg): AgentContext {
  return { messages: context, tainted, remembered: session_memory?.values ?? [] };
}

/** Returns the context of the running leg's agent. */
export function contextNow({ transcript, tainted, remembered, started }: RunState): AgentContext {
  const turns = started.context_bounds?.limit_turns ?? usualTurns;
  return { messages: lastTurns(transcript, turns), tainted, remembered };
}

/** Returns an agent's context in the session, as far as this run knows it. */
export function agentContext(state: RunState, agent: string): AgentContext | undefined {
  const { graph, first, ended, started, legs } = state;
  if (graph && agent === first.agent && !legs.contexts.has(agent)) {
    // The message of a workflow is the result of its graph.
    const told: ChatMessage[] = [
      { role: 'user', content: graph.task },
      { role: 'assistant', content: ended?.answer ?? '', tool_calls: [] },
    ];
    return { messages: [...first.context, ...told], tainted: state.tainted, remembered: [] };
  }
  return agent === started.agent ? contextNow(state) : legs.contexts.get(agent);
}

/** Returns the agent of the running leg; between the nodes of a graph, where approvers decide, the workflow. */
export function agentAtWork({ graph, first, started }: RunState): string {
  return graph && !graph.isAtWork ? first.agent : started.agent;
}
