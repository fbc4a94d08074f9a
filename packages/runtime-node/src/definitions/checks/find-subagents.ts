import {
  type AgentDefinition,
  allSubagents,
  isError,
  teamworkSchema,
} from '@agent-home/agent-runtime/definition';
import type { PinnedSubagent } from '@agent-home/agent-runtime/run-log';
import { findAgent, type LoadedDefinitions } from '../loading/load-definitions.ts';
import { checkAgent } from './check-agent.ts';

/** Limit of agents that `*` stands for, since each one is described in every prompt. */
const mostAgents = 64;
/** UTF-16 units of a description. */
const longestDescription = 300;

/**
 * Returns the agents that an agent may delegate to, each with the text by which a model chooses it. `*` stands for all others that can
 * run here.
 */
export function findSubagents({
  definition,
  loaded,
}: {
  definition: AgentDefinition;
  loaded: LoadedDefinitions;
}): PinnedSubagent[] {
  const { subagents = [] } = teamworkSchema.parse(definition.teamwork);
  const names = subagents.includes(allSubagents)
    ? findOthers(definition.name, loaded)
    : (subagents as readonly string[]);
  return names.map((agent) => ({ agent, description: describeAgent(agent, loaded) }));
}

function findOthers(own: string, loaded: LoadedDefinitions): string[] {
  const names = [...new Set(loaded.agents.map(({ name }) => name))].filter((name) => name !== own);
  return names
    .filter((name) => isUsable(name, loaded))
    .sort()
    .slice(0, mostAgents);
}

function isUsable(name: string, loaded: LoadedDefinitions): boolean {
  const agent = findAgent(loaded, name);
  const { definition } = agent ?? {};
  if (!agent || !definition || definition.systemPrompt === undefined || definition.type === 'batch')
    return false;
  if (agent.origin.scope === 'project' && loaded.trust.state !== 'trusted') return false;
  return !checkAgent(agent, loaded).some(isError);
}

function describeAgent(name: string, loaded: LoadedDefinitions): string {
  const { description = '', title = name } = findAgent(loaded, name)?.definition ?? {};
  const text = (description === '' ? title : description).replace(/\s+/g, ' ').trim();
  return text.length <= longestDescription
    ? text
    : `${text.slice(0, longestDescription - 1).toWellFormed()}…`;
}
