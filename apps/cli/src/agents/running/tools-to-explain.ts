import type { ToolDescription, ToolProvider } from '@agent-home/agent-runtime';
import { shownText } from '@agent-home/protocol';
import {
  bindTools,
  chooseMcpServers,
  connectMcpServers,
  createNativeTools,
  Vault,
  withSpecNames,
} from '@agent-home/runtime-node';
import { placesOfPrograms } from '@agent-home/runtime-node/definitions';
import { loginFolder } from '../../state/project-state.ts';
import { withProxy } from '../../state/use-proxy.ts';
import type { OpenDefinition } from './open-agent.ts';

export interface ToolsToExplain {
  tools: ToolDescription[];
  /** Servers of the agent that were not queried for their tools. */
  serversNotAsked: string[];
  /** Assumption about a tool whose server was not started. */
  assumed?: string;
}

/** Returns the tools whose calls can be explained. A server is started on request only. */
export async function toolsToExplain(
  { definition, settings, tools: specs, loaded }: OpenDefinition,
  {
    project,
    environment,
    asksServers,
    requested,
  }: {
    project: string;
    environment: NodeJS.ProcessEnv;
    asksServers: boolean;
    requested: string;
  },
): Promise<ToolsToExplain> {
  const servers = chooseMcpServers(settings.mcpServers, definition.mcpServers).map((server) => ({
    ...server,
    autoStart: false,
  }));
  const tell = ({ server, message, code }: { server: string; message: string; code: string }) =>
    console.error(`agent-home: MCP server ${shownText(server)}: ${shownText(message)} [${code}]`);
  // A problem with a secret is reported where it is needed: for a server to start.
  const placeOf = placesOfPrograms(loaded, environment);
  const vault = new Vault(settings.vault, { environment, placeOf: placeOf('vault') });
  const bound = (provider: ToolProvider) => withSpecNames(provider, specs, settings.tools);
  const providers: ToolProvider[] = [
    bound(createNativeTools({ projectFolder: project, sandbox: settings.sandbox, environment })),
    bindTools(specs, settings.tools, { vault, placeOf: placeOf('tools') }),
    ...(asksServers
      ? [
          bound(
            connectMcpServers(servers, {
              placeOf: placeOf('mcpServers'),
              project,
              tell,
              environment,
              vault,
              loginFolder: () => loginFolder(environment),
              ...withProxy(environment),
            }),
          ),
        ]
      : []),
  ];
  try {
    const { signal } = new AbortController();
    const tools = (await Promise.all(providers.map((provider) => provider.tools(signal)))).flat();
    if (definition.home)
      tools.push(...(await import('@agent-home/runtime-node/resident')).homeToolDescriptions);
    if (asksServers) return { tools, serversNotAsked: [] };
    const serversNotAsked = servers.map(({ name }) => name);
    const unasked = serversNotAsked.find((name) => requested.startsWith(`mcp.${name}.`));
    if (unasked === undefined) return { tools, serversNotAsked };
    const assumed = `server ${shownText(unasked)} was not started: a tool of medium risk with side effects and any arguments is assumed`;
    return { tools: [...tools, assumedTool(requested)], serversNotAsked, assumed };
  } finally {
    await Promise.allSettled(providers.map((provider) => provider.close()));
  }
}

/** Describes an unlisted tool as medium risk (S3-61), and an unknown one as possibly having any effect. */
function assumedTool(name: string): ToolDescription {
  return {
    name,
    source: 'mcp',
    description: '',
    parameters: { type: 'object' },
    aliases: [],
    risk: 'medium',
    sideEffects: true,
    idempotent: false,
    prepares: false,
    timeoutMs: 1_000,
  };
}
