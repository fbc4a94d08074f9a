import { resolveAgent } from '@agent-home/runtime-node/definitions';
import { openOther } from './agent.ts';
import { AgentError } from './agent-error.ts';
import { type AgentSource, getSource } from './agent-source.ts';

/**
 * Returns an agent and all agents of the program that it may call, directly or not, each once.
 * @throws AgentError `invalid_agent` if two of them have one name, or they belong to different projects
 */
export function collectSources(source: AgentSource): AgentSource[] {
  const found = new Map<string, AgentSource>();
  const add = (each: AgentSource): void => {
    const { name } = each.definition;
    const known = found.get(name);
    if (known === each) return;
    if (known)
      throw new AgentError('invalid_agent', `two agents of a run have the name ${name}: rename one of them`);
    if (each.project !== source.project)
      throw new AgentError('invalid_agent', `agent ${name} belongs to another project: set the same project`);
    found.set(name, each);
    for (const other of each.others) add(getSource(other));
  };
  add(source);
  const all = [...found.values()];
  requireOwnNames(all);
  return all;
}

/**
 * Rejects an agent of the program with the name of an agent's file, if a run has agents of files: these may name the file.
 * @throws AgentError `invalid_agent`
 */
function requireOwnNames(sources: readonly AgentSource[]): void {
  const { loaded } = sources.find(({ file }) => file) ?? {};
  if (!loaded) return;
  for (const { definition, file } of sources)
    if (!file && resolveAgent(loaded, definition.name))
      throw new AgentError(
        'invalid_agent',
        `agent ${definition.name} of the program has the name of an agent's file in ${loaded.places.project}: rename it`,
      );
}

/**
 * Returns an agent by its name: one of the program, or one of the project that agents from files may name.
 * @throws AgentError `invalid_agent`, `agent_not_runnable`, `project_not_trusted`, `not_supported`
 */
export function findMember(name: string, sources: readonly AgentSource[]): AgentSource {
  const own = sources.find(({ definition }) => definition.name === name);
  if (own) return own;
  const { loaded, project } = sources.find(({ file }) => file) ?? {};
  const found = loaded && project !== undefined ? openOther(name, loaded, project) : undefined;
  if (found) return found;
  throw new AgentError('invalid_agent', `agent ${name} is not among the agents of this run`);
}
