import type {
  CallContext,
  CallTicket,
  PreparedCall,
  ToolDescription,
  ToolOutcome,
  ToolProvider,
} from '@agent-home/agent-runtime';
import type { FetchLike } from '@modelcontextprotocol/client';
import { withEither } from '../cancelling/either-signal.ts';
import { failed } from '../outcomes/tool-outcomes.ts';
import type { PlaceOf } from '../processes/program-place.ts';
import type { Vault } from '../vault/vault.ts';
import type { TellProblem } from './mcp-problem.ts';
import type { McpServer } from './mcp-server.ts';
import {
  McpConfigError,
  type McpServerConfig,
  notConfigured,
  type ServerSettings,
  withDefaults,
} from './server-config.ts';

export interface McpServersOptions {
  /** Places of servers by their names. */
  placeOf: PlaceOf;
  /** Absolute: replaces `{project}` in arguments of servers. */
  project: string;
  /** Called with problems of servers; no such problem stops a run. */
  tell: TellProblem;
  /** Values of `${NAME}` in the `env` of servers: without it, those of this process. */
  environment?: NodeJS.ProcessEnv;
  /** Resolves handles in `env`. Its secrets are removed from all reports. */
  vault?: Vault;
  /** Folder of logins at servers by their addresses, found when it is needed; without it no login is used. */
  loginFolder?: () => string;
  /** Sends requests to servers by their addresses. */
  fetch?: FetchLike;
  restartDelayMs?: number;
  /** Time that a run waits for a server after the others, if the settings have no start timeout. */
  patienceMs?: number;
}

const usualPatienceMs = 10_000;

/**
 * Provides the tools of MCP servers, over standard streams or by URL. A server is started when its tools are first requested.
 *
 * @throws McpConfigError `mcp_server_twice`
 */
export function connectMcpServers(
  configured: readonly McpServerConfig[],
  options: McpServersOptions,
): ToolProvider {
  const all = configured.map(withDefaults);
  const names = new Set<string>();
  for (const { name } of all) {
    if (names.has(name))
      throw new McpConfigError('mcp_server_twice', `the MCP server name ${name} is used twice: rename one`);
    names.add(name);
  }
  const provider = new McpServers(() => openServers(all, options), options.patienceMs ?? usualPatienceMs);
  const early = configured.filter(({ autoStart }) => autoStart === true).map(({ name }) => name);
  provider.startEarly(early);
  return provider;
}

/** The client of the protocol is loaded with the first server: commands without servers start in a third less time. */
async function openServers(
  all: readonly ServerSettings[],
  options: McpServersOptions,
): Promise<ReadonlyMap<string, McpServer>> {
  const { McpServer } = await import('./mcp-server.ts');
  return new Map(
    all.map((settings) => [
      settings.name,
      new McpServer(settings, {
        place: options.placeOf(settings.name),
        project: options.project,
        tell: (problem) => options.tell(options.vault?.secrets.cleanValue(problem) ?? problem),
        environment: options.environment ?? process.env,
        ...(options.vault === undefined ? {} : { vault: options.vault }),
        ...(options.loginFolder === undefined ? {} : { loginFolder: options.loginFolder }),
        ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
        restartDelayMs: options.restartDelayMs ?? 500,
      }),
    ]),
  );
}

/**
 * Lists the tools of servers that started together. A server that hangs delays the others only for `patienceMs`; then it is left
 * out of the run, reported, and continues to start. A server with a start timeout in the settings, or the only server, is always
 * awaited.
 */
async function inTime(
  all: readonly { server: McpServer; listing: Promise<ToolDescription[]> }[],
  patienceMs: number,
): Promise<ToolDescription[][]> {
  if (all.length < 2) return Promise.all(all.map(({ listing }) => listing));
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), patienceMs);
  const isLate = new Promise<undefined>((resolve) => {
    late.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  try {
    return await Promise.all(
      all.map(async ({ server, listing }) => {
        if (server.isAwaited) return listing;
        const listed = await Promise.race([listing, isLate]);
        if (listed !== undefined) return listed;
        listing.catch(() => undefined);
        server.reportLate(patienceMs);
        return [];
      }),
    );
  } finally {
    clearTimeout(timer);
  }
}

class McpServers implements ToolProvider {
  readonly source = 'mcp';
  readonly #open: () => Promise<ReadonlyMap<string, McpServer>>;
  #opened: Promise<ReadonlyMap<string, McpServer>> | undefined;
  /** Aborts pending work when the provider is closed. */
  readonly #closing = new AbortController();

  readonly #patienceMs: number;

  constructor(open: () => Promise<ReadonlyMap<string, McpServer>>, patienceMs: number) {
    this.#open = open;
    this.#patienceMs = patienceMs;
  }

  #servers(): Promise<ReadonlyMap<string, McpServer>> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  startEarly(names: readonly string[]): void {
    if (names.length === 0) return;
    const start = async () => {
      const servers = await this.#servers();
      await Promise.all(names.map((name) => servers.get(name)?.tools(this.#closing.signal)));
    };
    // Servers report their own failures; an early close is not one.
    start().catch(() => undefined);
  }

  async tools(signal: AbortSignal): Promise<ToolDescription[]> {
    const servers = await this.#servers();
    return withEither([signal, this.#closing.signal], async (either) => {
      const lists = await inTime(
        [...servers.values()].map((server) => ({ server, listing: server.tools(either) })),
        this.#patienceMs,
      );
      return lists.flat();
    });
  }

  async invoke(ticket: CallTicket, call: PreparedCall, context: CallContext): Promise<ToolOutcome> {
    ticket.open(call);
    const [, name = '', tool = ''] = /^mcp\.([^.]*)\.(.*)$/s.exec(call.tool) ?? [];
    const server = (await this.#servers()).get(name);
    if (server === undefined) return failed('mcp_server_not_configured', notConfigured(name).message);
    return withEither([context.signal, this.#closing.signal], (signal) =>
      server.call(tool, call.arguments, signal),
    );
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const servers = await this.#opened;
    await Promise.all([...(servers?.values() ?? [])].map((server) => server.close()));
  }
}
