import type { MemoryStore, RunInput, RunState } from '@agent-home/runtime';
import type { ToolBox } from './tool-box.ts';

/** What an agent acts with while it is at work in a run. */
export interface AgentPorts {
  tools: ToolBox;
  /** Absent where nothing is remembered here. */
  memory: MemoryStore | undefined;
}

/** How agents come into a run that another began. */
export interface Legs {
  /** @returns the input that the run waits for, and what the agent acts with if it came */
  open(
    state: RunState,
    asked: { agent: string; leg: number },
    signal: AbortSignal,
  ): Promise<{ input: RunInput; ports?: AgentPorts }>;
  /** What the agent that is at work acts with, in a process that goes on with a run. */
  reopen(state: RunState, signal: AbortSignal): Promise<AgentPorts>;
}
