import type { MemoryStore, RunInput, RunState, Step } from '@agent-home/agent-runtime';
import type { ToolBox } from './tool-box.ts';

/** Ports of an agent while it is active in a run. */
export interface AgentPorts {
  tools: ToolBox;
  /** Absent where nothing is remembered here. */
  memory: MemoryStore | undefined;
}

/** An input that was checked already, and what it makes of a state. */
export interface MadeStep {
  before: RunState;
  step: Step;
}

/** Ways in which agents enter a run that another agent started. */
export interface Legs {
  /** @returns the input that the run waits for, what the agent acts with if it came, and the step where it is known */
  open(
    state: RunState,
    asked: { agent: string; leg: number },
    signal: AbortSignal,
  ): Promise<{ input: RunInput; ports?: AgentPorts; made?: MadeStep }>;
  /** Opens the ports of the active agent in a process that continues a run. */
  reopen(state: RunState, signal: AbortSignal): Promise<AgentPorts>;
}
