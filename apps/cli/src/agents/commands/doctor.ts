import {
  commandPins,
  describeProblem,
  isError,
  nearestName,
  type PackagePin,
  type Problem,
} from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import {
  canRun,
  checkAgent,
  checkServerTools,
  type LoadedDefinitions,
  loadDefinitions,
  ProjectChangedError,
  requireTrustedTree,
} from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { residentTroubles } from '../health/resident-health.ts';
import { type ServerHealth, serverHealth } from '../health/server-health.ts';
import type { ProjectFlags } from '../running/project-flags.ts';
import { projectPlaces } from '../running/project-places.ts';
import { openRuns } from '../runs/open-runs.ts';
import { pinWords } from '../trusting/demand-lines.ts';

interface Examined extends ServerHealth {
  packages: PackagePin[];
}

/**
 * `agent-home agents doctor [SERVER...]` (S3-141): checks settings, definitions and trust, and starts each permitted MCP server to
 * list its tools. Returns 0 if it finds no problem, 1 otherwise.
 * @throws AgentCommandError `mcp_server_not_configured`
 */
export async function examineAgents(names: readonly string[], flags: ProjectFlags): Promise<0 | 1> {
  const loaded = loadDefinitions(projectPlaces(flags.project));
  const servers = chosenServers(loaded, names);
  const say = flags.format === 'json' ? () => undefined : (line: string) => console.log(line);
  const tree = treeProblem(loaded);
  const { settingsAreSound, agents, trust } = loaded;
  const runnable = agents.filter((agent) => canRun(agent, loaded)).length;
  const found = distinct([...loaded.problems, ...agents.flatMap((agent) => checkAgent(agent, loaded))]);
  say(mark(settingsAreSound, 'the settings can be read'));
  say(mark(runnable === agents.length, `${runnable} of ${agents.length} agents can run`));
  say(mark(tree === undefined && trust.state !== 'changed', tree ?? trustWords[trust.state]));
  for (const problem of found) say(`    ${shownText(describeProblem(problem))}`);
  // Checks start in parallel and are reported in order, so a hanging one does not delay the others.
  const examining = servers.map((server) => examineServer(loaded, server));
  for (const one of examining) one.catch(() => undefined);
  const examined: Examined[] = [];
  for (const one of examining) {
    examined.push(await one);
    for (const line of toLines(await one)) say(line);
  }
  const ofServers = toolProblems(loaded, examined);
  for (const problem of ofServers) say(`    ${shownText(describeProblem(problem))}`);
  const notStarted = names.length > 0 ? [] : waitingForTrust(loaded);
  for (const server of notStarted)
    say(`- MCP server ${shownText(server)}: not started before \`agents trust\``);
  const residents = names.length > 0 ? [] : await residentTroubles(openRuns(process.env, {}));
  for (const { agent, run_id, code, message } of residents)
    say(`✗ resident ${shownText(agent)}: run ${run_id} failed: ${shownText(message)} [${shownText(code)}]`);
  const problems = [...found, ...ofServers];
  if (flags.format === 'json')
    console.log(
      jsonDocument({
        agents: { valid: runnable, count: agents.length },
        trust: trust.state,
        problems,
        servers: examined,
        not_started: notStarted,
        residents,
      }),
    );
  const isWell =
    tree === undefined && residents.length === 0 && examined.every(({ state }) => state === 'well');
  return isWell && !problems.some(isError) && runnable === agents.length ? 0 : 1;
}

async function examineServer(loaded: LoadedDefinitions, server: string): Promise<Examined> {
  const { command = '', args = [] } = loaded.settings.mcpServers[server] ?? {};
  const health = await serverHealth(loaded, server, process.env);
  return { ...health, packages: commandPins(command, args) };
}

/** Returns the list entries that match no tool of a server that responded. */
function toolProblems(loaded: LoadedDefinitions, examined: readonly Examined[]): Problem[] {
  const answered = examined.filter(({ state }) => state !== 'away');
  const offered = new Map(answered.map(({ server, tools }) => [server, tools]));
  return loaded.agents.flatMap((agent) => checkServerTools(agent, offered));
}

/** Removes duplicates by text: a wrong policy is a problem of every agent that it binds. */
function distinct(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [describeProblem(problem), problem])).values()];
}

const trustWords: Record<LoadedDefinitions['trust']['state'], string> = {
  trusted: 'this project is trusted',
  not_trusted: 'this project is not trusted, so its agents do not run: review it with `agents trust`',
  changed: 'this project changed since it was trusted: review it with `agents trust`',
};

/** Returns the reason why no program of a trusted project starts, or undefined if its files are unchanged since it was trusted. */
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
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    const what = `MCP server not configured: ${shownText(name)}${hint}`;
    throw new AgentCommandError('mcp_server_not_configured', what);
  }
  return names.length > 0 ? [...new Set(names)] : known.toSorted();
}

function waitingForTrust({ configured, settings }: LoadedDefinitions): string[] {
  return Object.keys(configured.mcpServers).filter((name) => !Object.hasOwn(settings.mcpServers, name));
}

const mark = (isWell: boolean, words: string) => `${isWell ? '✓' : '✗'} ${words}`;

function toLines({ server, state, tools, milliseconds, problems, packages }: Examined): string[] {
  const pins = packages.map((pin) => `, ${pinWords(pin)}`).join('');
  const answered = state === 'away' ? 'does not respond' : `${tools.length} tools in ${milliseconds} ms`;
  return [
    mark(state === 'well', shownText(`MCP server ${server}: ${answered}${pins}`)),
    ...problems.flatMap(({ code, message, output = [] }) => [
      `    ${shownText(message)} [${code}]`,
      ...output.map((line) => `    > ${shownText(line)}`),
    ]),
  ];
}
