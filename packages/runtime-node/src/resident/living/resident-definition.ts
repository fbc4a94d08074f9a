import type { AgentDefinition } from '@agent-home/agent-runtime/definition';
import type { PinnedPolicy } from '@agent-home/agent-runtime/run-log';
import type { RunModel, RunOrder } from '../../index.ts';

/** A resident as its file says, with what its operator adds. */
export interface ResidentDefinition {
  definition: AgentDefinition;
  /** sha256 of the file, in hexadecimal. */
  sha256: string;
  model: RunModel;
  policies: PinnedPolicy[];
  /** MCP servers that the settings have. */
  servers?: readonly string[];
  operator: RunOrder['operator'];
  /** The operator's own, for every agent here. */
  limits?: NonNullable<RunOrder['limits']>;
  /** Model that repairs its calls, and limits of its conversation. */
  repair?: NonNullable<RunOrder['repair']>;
  contextBounds?: NonNullable<RunOrder['contextBounds']>;
}

/** Returns its agent id in the home: its name, unless the file gives another. */
export function agentIdOf({ name, home }: AgentDefinition): string {
  return home?.agent_id ?? name;
}
