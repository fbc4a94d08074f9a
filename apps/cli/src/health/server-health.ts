import {
  chooseMcpServers,
  connectMcpServers,
  McpConfigError,
  type McpProblem,
  Vault,
} from '@agent-home/runtime-node';
import type { LoadedDefinitions } from '@agent-home/runtime-node/definitions';
import { placesOfPrograms } from '../agents/places-of-programs.ts';

/** How an MCP server answered when it was started and asked for its tools. */
export interface ServerHealth {
  server: string;
  /** `partly`: it answered, and something of what it has is left out. */
  state: 'well' | 'partly' | 'away';
  tools: string[];
  milliseconds: number;
  problems: Pick<McpProblem, 'code' | 'message'>[];
}

/** Longer than any server should take that people are to wait for. */
const mostMs = 30_000;

/** Starts a server of the settings, asks for its tools and ends it. What it does is what its first call in a run would do. */
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
    const tell = ({ code, message }: McpProblem) => void problems.push({ code, message });
    const provider = connectMcpServers(chosen, {
      ...{ placeOf: placeOf('mcpServers'), project: places.project, tell, environment, vault },
    });
    try {
      const tools = await provider.tools(AbortSignal.timeout(mostMs));
      const isAway = problems.some(({ code }) => code === 'server_not_started' || code === 'server_ended');
      const names = tools.map(({ name }) => name);
      return health(isAway ? 'away' : problems.length > 0 ? 'partly' : 'well', names);
    } finally {
      await provider.close();
    }
  } catch (error) {
    if (error instanceof McpConfigError)
      problems.push({ code: 'server_not_started', message: error.message });
    else if (error instanceof Error && error.name === 'TimeoutError')
      problems.push({ code: 'server_not_started', message: `it did not answer within ${mostMs / 1000} s` });
    else throw error;
    return health('away');
  }
}
