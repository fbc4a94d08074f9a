import type {
  CallContext,
  CallTicket,
  PreparedCall,
  ToolDescription,
  ToolOutcome,
  ToolProvider,
} from '@agent-home/runtime';
import { withEither } from '../cancelling/either-signal.ts';
import { failed } from '../outcomes/tool-outcomes.ts';
import type { PlaceOf } from '../processes/program-place.ts';
import type { Vault } from '../vault/vault.ts';
import type { TellProblem } from './mcp-problem.ts';
import { McpServer } from './mcp-server.ts';
import { McpConfigError, type McpServerConfig, notConfigured, withDefaults } from './server-config.ts';

export interface McpServersOptions {
  /** Places of servers by their names. */
  placeOf: PlaceOf;
  /** Absolute: replaces `{project}` in arguments of servers. */
  project: string;
  /** Told what goes wrong with servers; nothing of it stops a run. */
  tell: TellProblem;
  /** Values of `${NAME}` in the `env` of servers: without it, those of this process. */
  environment?: NodeJS.ProcessEnv;
  /** Where values of `env` that are handles come from; what it knows is in nothing that is told. */
  vault?: Vault;
  restartDelayMs?: number;
}

/**
 * The tools of MCP servers over their standard streams. A server is started when its tools are first wanted.
 *
 * @throws McpConfigError `mcp_server_twice`
 */
export function connectMcpServers(
  configured: readonly McpServerConfig[],
  options: McpServersOptions,
): ToolProvider {
  const servers = new Map<string, McpServer>();
  for (const config of configured) {
    const settings = withDefaults(config);
    if (servers.has(settings.name))
      throw new McpConfigError('mcp_server_twice', `two MCP servers are named ${settings.name}`);
    servers.set(
      settings.name,
      new McpServer(settings, {
        place: options.placeOf(settings.name),
        project: options.project,
        tell: (problem) => options.tell(options.vault?.secrets.cleanValue(problem) ?? problem),
        environment: options.environment ?? process.env,
        ...(options.vault === undefined ? {} : { vault: options.vault }),
        restartDelayMs: options.restartDelayMs ?? 500,
      }),
    );
  }
  const provider = new McpServers(servers);
  const early = configured.filter(({ autoStart }) => autoStart === true).map(({ name }) => name);
  provider.startEarly(early);
  return provider;
}

class McpServers implements ToolProvider {
  readonly source = 'mcp';
  readonly #servers: ReadonlyMap<string, McpServer>;
  /** Ends what is under way when the provider is closed. */
  readonly #closing = new AbortController();

  constructor(servers: ReadonlyMap<string, McpServer>) {
    this.#servers = servers;
  }

  startEarly(names: readonly string[]): void {
    // Servers tell their own failures; a close that comes first is none.
    for (const name of names)
      this.#servers
        .get(name)
        ?.tools(this.#closing.signal)
        .catch(() => undefined);
  }

  async tools(signal: AbortSignal): Promise<ToolDescription[]> {
    return withEither([signal, this.#closing.signal], async (either) => {
      const lists = await Promise.all([...this.#servers.values()].map((server) => server.tools(either)));
      return lists.flat();
    });
  }

  async invoke(ticket: CallTicket, call: PreparedCall, context: CallContext): Promise<ToolOutcome> {
    ticket.open(call);
    const [, name = '', tool = ''] = /^mcp\.([^.]*)\.(.*)$/s.exec(call.tool) ?? [];
    const server = this.#servers.get(name);
    if (server === undefined) return failed('mcp_server_not_configured', notConfigured(name).message);
    return withEither([context.signal, this.#closing.signal], (signal) =>
      server.call(tool, call.arguments, signal),
    );
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#servers.values()].map((server) => server.close()));
  }
}
