import { commandPins, describeProblem, nearestName, type PackagePin } from '@agent-home/definition';
import { shownText } from '@agent-home/protocol';
import {
  type LoadedDefinitions,
  loadDefinitions,
  ProjectChangedError,
  requireTrustedTree,
  validateAgent,
} from '@agent-home/runtime-node/definitions';
import type { ProjectFlags } from '../../agents/project-flags.ts';
import { projectPlaces } from '../../agents/project-places.ts';
import { AgentCommandError } from '../../errors/agent-command-error.ts';
import { type ServerHealth, serverHealth } from '../../health/server-health.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { pinWords } from '../../trusting/demand-lines.ts';

interface Examined extends ServerHealth {
  packages: PackagePin[];
}

/**
 * `agent-home agents doctor [SERVER...]` (S3-141): settings, definitions and trust looked at, and each MCP server that may be
 * started here started and asked for its tools. 0 where all is well, 1 where something is wrong.
 * @throws AgentCommandError `mcp_server_not_configured`
 */
export async function examineAgents(names: readonly string[], flags: ProjectFlags): Promise<0 | 1> {
  const loaded = loadDefinitions(projectPlaces(flags.project));
  const servers = chosenServers(loaded, names);
  const text = flags.format !== 'json';
  const tree = treeProblem(loaded);
  const valid = loaded.agents.filter((agent) => validateAgent(agent, loaded).every(({ passed }) => passed));
  if (text) {
    const { problems, settingsAreSound, agents, trust } = loaded;
    console.log(mark(settingsAreSound, 'the settings can be read'));
    console.log(mark(valid.length === agents.length, `${valid.length} of ${agents.length} agents are valid`));
    console.log(mark(tree === undefined && trust.state !== 'changed', tree ?? trustWords[trust.state]));
    for (const problem of problems) console.log(`    ${shownText(describeProblem(problem))}`);
  }
  const examined: Examined[] = [];
  for (const server of servers) {
    const { command = '', args = [] } = loaded.settings.mcpServers[server] ?? {};
    const health = await serverHealth(loaded, server, process.env);
    const one = { ...health, packages: commandPins(command, args) };
    examined.push(one);
    if (text) for (const line of linesOf(one)) console.log(line);
  }
  const notStarted = names.length > 0 ? [] : waitingForTrust(loaded);
  if (text) {
    for (const server of notStarted)
      console.log(`- MCP server ${shownText(server)}: not started before \`agents trust\``);
  } else {
    const agents = { valid: valid.length, count: loaded.agents.length };
    const { trust, problems } = loaded;
    console.log(
      jsonDocument({ agents, trust: trust.state, problems, servers: examined, not_started: notStarted }),
    );
  }
  const isWell = tree === undefined && examined.every(({ state }) => state === 'well');
  return isWell && loaded.problems.length === 0 && valid.length === loaded.agents.length ? 0 : 1;
}

const trustWords: Record<LoadedDefinitions['trust']['state'], string> = {
  trusted: 'this project is trusted as it is',
  not_trusted:
    'this project is not trusted, so none of its agents runs: `agents trust` shows what it asks for',
  changed: 'this project was trusted and is another by now: `agents trust` shows what changed',
};

/** Why no program of a trusted project starts; undefined where its files are as they were trusted. */
function treeProblem({ trust, places }: LoadedDefinitions): string | undefined {
  if (trust.state !== 'trusted' || !trust.pinned?.tree) return undefined;
  try {
    requireTrustedTree(places, trust);
    return undefined;
  } catch (error) {
    if (error instanceof ProjectChangedError) return `no program of this project starts: ${error.message}`;
    throw error;
  }
}

function chosenServers({ settings: { mcpServers } }: LoadedDefinitions, names: readonly string[]): string[] {
  const known = Object.keys(mcpServers);
  for (const name of names) {
    if (known.includes(name)) continue;
    const nearest = nearestName(name, known);
    const hint = nearest === undefined ? '' : `; is it ${nearest}?`;
    const what = `MCP server not configured: ${shownText(name)}${hint}`;
    throw new AgentCommandError('mcp_server_not_configured', what);
  }
  return names.length > 0 ? [...new Set(names)] : known.toSorted();
}

function waitingForTrust({ configured, settings }: LoadedDefinitions): string[] {
  return Object.keys(configured.mcpServers).filter((name) => !Object.hasOwn(settings.mcpServers, name));
}

const mark = (isWell: boolean, words: string) => `${isWell ? '✓' : '✗'} ${words}`;

function linesOf({ server, state, tools, milliseconds, problems, packages }: Examined): string[] {
  const pins = packages.map((pin) => `, ${pinWords(pin)}`).join('');
  const answered = state === 'away' ? 'does not answer' : `${tools.length} tools in ${milliseconds} ms`;
  return [
    mark(state === 'well', shownText(`MCP server ${server}: ${answered}${pins}`)),
    ...problems.map(({ code, message }) => `    ${shownText(message)} [${code}]`),
  ];
}
