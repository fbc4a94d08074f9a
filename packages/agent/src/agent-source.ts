import type { AgentDefinition, Settings } from '@agent-home/agent-runtime/definition';
import type { PinnedSubagent } from '@agent-home/agent-runtime/run-log';
import type { LoadedDefinitions } from '@agent-home/runtime-node/definitions';
import { AgentError } from './agent-error.ts';
import type { AgentFile } from './open-file.ts';
import type { OwnTools } from './tool.ts';

/** Agent that `new Agent` or `Agent.fromFile` has created. */
export interface NamedAgent {
  readonly name: string;
}

/** Everything that a run needs to know about its agent. */
export interface AgentSource {
  definition: AgentDefinition;
  definitionSha256: string;
  systemPrompt: string;
  settings: Settings;
  project: string;
  tools: OwnTools;
  /** Names of built-in tools of an agent without a file. */
  nativeTools: readonly string[];
  /** Agents that it may give tasks to, as its model reads them. */
  subagents: readonly PinnedSubagent[];
  /** Agents of the program that it may give tasks to, hand over to or have as nodes. */
  others: readonly NamedAgent[];
  /** Copy of the environment, with the inline key of the model. */
  environment: NodeJS.ProcessEnv;
  /** Definitions around the settings; absent if it reads no settings. */
  loaded?: LoadedDefinitions;
  /** Absent for an agent without a file. */
  file?: AgentFile;
}

const sources = new WeakMap<NamedAgent, AgentSource>();

export function setSource(agent: NamedAgent, source: AgentSource): void {
  sources.set(agent, source);
}

/** @throws AgentError `invalid_agent` */
export function getSource(agent: NamedAgent): AgentSource {
  const source = sources.get(agent);
  if (!source)
    throw new AgentError('invalid_agent', 'an agent was not created by new Agent or Agent.fromFile');
  return source;
}
