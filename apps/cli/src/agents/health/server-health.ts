import {
  chooseMcpServers,
  connectMcpServers,
  McpConfigError,
  type McpProblem,
  Vault,
} from '@agent-home/runtime-node';
import { type LoadedDefinitions, placesOfPrograms } from '@agent-home/runtime-node/definitions';
import { loginFolder } from '../../state/project-state.ts';
import { withProxy } from '../../state/use-proxy.ts';
import { lastLines } from '../running/last-lines.ts';

/** Result of starting an MCP server and listing its tools. */
export interface ServerHealth {
  server: string;
  /** `partly`: the server responded, but some of its tools are left out. */
  state: 'well' | 'partly' | 'away';
  tools: string[];
  milliseconds: number;
  /** `output`: the last lines that the server wrote on its error output. */
  problems: (Pick<McpProblem, 'code' | 'message'> & { output?: string[] })[];
}

/** Starts a server of the settings, lists its tools and ends it. Does the same as its first call in a run. */
export async function serverHealth(
  loaded: LoadedDefinitions,
  server: string,
  environment: NodeJS.ProcessEnv,
): Promise<ServerHealth> {
  const { settings, places } = loaded;
  const placeOf = placesOfPrograms(loaded, environment);
  const began = performance.now();
  const problems: ServerHealth['problems'] = [];
  const health = (state: ServerHealth['state'], tools: string[] = []): ServerHealth => ({
    server,
    state,
    tools,
    milliseconds: Math.round(performance.now() - began),
    problems,
  });
  try {
    const chosen = chooseMcpServers(settings.mcpServers, [server]).map((one) => ({
      ...one,
      autoStart: false,
    }));
    const vault = new Vault(settings.vault, { environment, placeOf: placeOf('vault') });
    const tell = ({ code, message, detail }: McpProblem) =>
      void problems.push({ code, message, ...(detail === undefined ? {} : { output: lastLines(detail) }) });
    const provider = connectMcpServers(chosen, {
      placeOf: placeOf('mcpServers'),
      project: places.project,
      tell,
      environment,
      vault,
      loginFolder: () => loginFolder(environment),
      ...withProxy(environment),
    });
    try {
      const tools = await provider.tools(new AbortController().signal);
      const isAway = problems.some(({ code }) => code === 'server_not_started' || code === 'server_ended');
      const names = tools.map(({ name }) => name);
      return health(isAway ? 'away' : problems.length > 0 ? 'partly' : 'well', names);
    } finally {
      await provider.close();
    }
  } catch (error) {
    if (error instanceof McpConfigError)
      problems.push({ code: 'server_not_started', message: error.message });
    else throw error;
    return health('away');
  }
}
