import { isError, nearestName, type Problem } from '@agent-home/agent-runtime/definition';
import type { LoadedDefinitions } from '../loading/load-definitions.ts';
import type { LoadedAgent } from '../loading/loaded-agent.ts';
import { checkReferences, createReport } from './check-references.ts';
import { checkSetup } from './check-setup.ts';
import { promptWarnings } from './prompt-warnings.ts';

/**
 * Returns every problem of an agent: of its file, its references and the settings that it needs. It can run if no problem is an
 * error. `agents validate`, `doctor`, `list` and `run` all use this function (spec agent-definitions "Readiness", ADR 0043).
 * @param content bytes of a draft that is not on disk yet
 */
export function checkAgent(agent: LoadedAgent, loaded: LoadedDefinitions, content?: Uint8Array): Problem[] {
  const { draft } = agent;
  const report = createReport(agent, content);
  return [
    ...agent.problems,
    ...checkReferences(agent, loaded, content),
    ...(draft ? checkSetup(agent, draft, loaded, report) : []),
    ...promptWarnings(agent, loaded, report),
  ];
}

/** Returns true if no problem prevents the agent from running. */
export function canRun(agent: LoadedAgent, loaded: LoadedDefinitions): boolean {
  return agent.definition !== undefined && !checkAgent(agent, loaded).some(isError);
}

/**
 * Reports entries of the agent's list that match no tool of a server that listed its tools.
 * @param offered names of the tools of each such server
 */
export function checkServerTools(
  agent: LoadedAgent,
  offered: ReadonlyMap<string, readonly string[]>,
): Problem[] {
  const { allow = [] } = agent.draft?.tools ?? {};
  const report = createReport(agent);
  return allow.flatMap((entry, index) => {
    const server = /^mcp\.([^.]+)\.[^*]+$/.exec(entry)?.[1];
    const tools = server === undefined ? undefined : offered.get(server);
    if (!tools || tools.includes(entry)) return [];
    const message = `the MCP server "${server}" has no tool "${entry}"`;
    return report('unknown_tool', ['tools', 'allow', index], message, nearestName(entry, tools));
  });
}
