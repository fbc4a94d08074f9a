import { existsSync, realpathSync } from 'node:fs';
import { findSubagents, type LoadedDefinitions } from '@agent-home/runtime-node/definitions';
import { AgentError } from './agent-error.ts';
import type { AgentOptions, FileOptions } from './agent-options.ts';
import { type AgentSource, getSource, type NamedAgent, setSource } from './agent-source.ts';
import { readInline } from './inline-agent.ts';
import { type OpenedAgent, openFile, openNamed } from './open-file.ts';
import { OwnTools } from './tool.ts';

/** Agent that `run` runs. */
export class Agent implements NamedAgent {
  /**
   * Creates an agent without a file, with the checks of an agent's file. An inline model reads no settings.
   * @throws AgentError `invalid_agent`, `invalid_tool`, `invalid_settings`
   */
  constructor(options: AgentOptions) {
    setSource(this, readInline(options, findProject(options.project)));
  }

  /**
   * Opens an agent's file with the settings, policies and checks of `agent-home agents run`. Other agents that it names are those of
   * the project. Later changes of the files affect only agents that are opened after them.
   * @throws AgentError `agent_not_runnable`, `project_not_trusted`, `invalid_settings`, `not_supported`, `runtime_not_configured`
   */
  static fromFile(path: string, { tools = [], project: folder }: FileOptions = {}): Agent {
    const project = findProject(folder);
    const agent: Agent = Object.create(Agent.prototype);
    setSource(agent, toSource(openFile(path, project), project, new OwnTools(tools)));
    return agent;
  }

  get name(): string {
    return getSource(this).definition.name;
  }
}

/**
 * Opens an agent that a file names, from the definitions that were read with that file.
 * @returns undefined if there is none
 * @throws AgentError `agent_not_runnable`, `project_not_trusted`, `not_supported`
 */
export function openOther(name: string, loaded: LoadedDefinitions, project: string): AgentSource | undefined {
  const opened = openNamed(name, loaded);
  return opened && toSource(opened, project, new OwnTools([]));
}

function toSource(opened: OpenedAgent, project: string, tools: OwnTools): AgentSource {
  const { definition, loaded } = opened;
  return {
    ...opened,
    settings: loaded.settings,
    environment: { ...process.env },
    project,
    tools,
    nativeTools: [],
    subagents: findSubagents({ definition, loaded }),
    others: [],
  };
}

/** @throws AgentError `invalid_agent` if the folder does not exist */
function findProject(project = process.cwd()): string {
  if (existsSync(project)) return realpathSync(project);
  throw new AgentError('invalid_agent', `the project folder ${project} does not exist: check project`);
}
