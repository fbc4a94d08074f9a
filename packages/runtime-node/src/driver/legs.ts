import type { MemoryStore, RunInput, RunState, Step } from '@agent-home/agent-runtime';
import type { ToolBox } from './tool-box.ts';

/** Ports of an agent while it is active in a run. */
export interface AgentPorts {
  tools: ToolBox;
  /** Absent without a memory store. */
  memory: MemoryStore | undefined;
}

/** A validated input and the step that it causes from a state. */
export interface MadeStep {
  before: RunState;
  step: Step;
}

/** Ways in which agents enter a run that another agent started. */
export interface Legs {
  /** @returns the input that the run waits for, the agent's ports if it joined, and the step if it is known */
  open(
    state: RunState,
    asked: { agent: string; leg: number },
    signal: AbortSignal,
  ): Promise<{ input: RunInput; ports?: AgentPorts; made?: MadeStep }>;
  /** Opens the ports of the active agent in a process that continues a run. */
  reopen(state: RunState, signal: AbortSignal): Promise<AgentPorts>;
}
