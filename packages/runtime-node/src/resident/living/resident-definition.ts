import type { AgentDefinition } from '@agent-home/agent-runtime/definition';
import type { PinnedPolicy, PinnedSubagent } from '@agent-home/agent-runtime/run-log';
import type { RunModel, RunSetup } from '../../index.ts';

/** A resident's definition from its file, with the operator's additions. */
export interface ResidentDefinition {
  definition: AgentDefinition;
  /** sha256 of the file, in hexadecimal. */
  sha256: string;
  /** Specs of the home that its definition, policies and tools consist of. */
  registered?: NonNullable<RunSetup['registered']>;
  model: RunModel;
  policies: PinnedPolicy[];
  /** MCP servers in the settings. */
  servers?: readonly string[];
  operator: RunSetup['operator'];
  /** Agents that it may delegate tasks to. */
  subagents?: readonly PinnedSubagent[];
  /** Limits of the operator for every agent on this machine. */
  limits?: NonNullable<RunSetup['limits']>;
  /** Model that repairs invalid tool calls, and limits of the conversation. */
  repair?: NonNullable<RunSetup['repair']>;
  contextBounds?: NonNullable<RunSetup['contextBounds']>;
}

/** Returns its agent id in the home: its name, unless the file gives another. */
export function getAgentId({ name, home }: AgentDefinition): string {
  return home?.agent_id ?? name;
}
