import { lastTurns } from '../context/turns.ts';
import type { ChatMessage, RunLeg } from '../run-log/index.ts';
import type { AgentContext } from '../state/legs-state.ts';
import type { RunState } from '../state/run-state.ts';

/** Turns that are handed on where nothing is said. */
const usualTurns = 24;

/** What an agent begins its first leg of a run with. */
export function contextOf({ context, tainted, session_memory }: RunLeg): AgentContext {
  return { messages: context, tainted, remembered: session_memory?.values ?? [] };
}

/** What the agent of the running leg has said by now. */
export function contextNow({ transcript, tainted, remembered, started }: RunState): AgentContext {
  const turns = started.context_bounds?.limit_turns ?? usualTurns;
  return { messages: lastTurns(transcript, turns), tainted, remembered };
}

/** What an agent has said in the session, as far as this run knows it. */
export function agentContext(state: RunState, agent: string): AgentContext | undefined {
  const { graph, first, ended, started, legs } = state;
  if (graph && agent === first.agent && !legs.contexts.has(agent)) {
    // Of itself a workflow has said what its graph came to.
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
