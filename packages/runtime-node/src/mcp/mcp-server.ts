import type { ToolDescription, ToolOutcome } from '@agent-home/agent-runtime';
import type { JsonObject } from '@agent-home/protocol';
import { ToolFailure } from '../outcomes/tool-failure.ts';
import { failed } from '../outcomes/tool-outcomes.ts';
import { ProjectChangedError } from '../processes/project-changed-error.ts';
import { failureOfCall, hasLostSession, startReason } from './call-failures.ts';
import { type ListedTool, readListedTools } from './listed-tools.ts';
import { LiveConnection, StartFailure } from './live-connection.ts';
import type { TellProblem } from './mcp-problem.ts';
import { RestartDelay } from './restart-delay.ts';
import type { ServerSettings } from './server-config.ts';
import { type LinkOptions, linksTo } from './server-links.ts';
import { getOutcome } from './tool-results.ts';

export interface McpServerOptions extends LinkOptions {
  tell: TellProblem;
  /** First delay after a failure of a server; it doubles with each failure. */
  restartDelayMs: number;
}

/** Configured server over its whole life: not running, started on demand, ended, restarted. */
export class McpServer {
  readonly #settings: ServerSettings;
  readonly #options: McpServerOptions;
  readonly #delay: RestartDelay;
  #connection: Promise<LiveConnection> | undefined;
  #live: LiveConnection | undefined;
  /** Relisting, pending or done, since the server reported that its tools changed. */
  #relisting: Promise<void> | undefined;
  /** Tools listed by the server at the start and recorded in the run's log; calls use these. */
  #pinned: ReadonlyMap<string, ListedTool> | undefined;
  #current: ReadonlyMap<string, ListedTool> = new Map();
  readonly #closing = new AbortController();

  constructor(settings: ServerSettings, options: McpServerOptions) {
    this.#settings = settings;
    this.#options = options;
    this.#delay = new RestartDelay(options.restartDelayMs);
  }

  /** True if the settings have a time for its start: then a run waits for it. */
  get isAwaited(): boolean {
    return this.#settings.isAwaited;
  }

  /** Reports that a run begins without this server. */
  reportLate(waitedMs: number): void {
    this.#tell(
      'server_slow',
      `the server did not start within ${waitedMs} ms, so the run begins without its tools: raise mcpServers.${this.#settings.name}.startTimeoutMs to wait longer`,
    );
  }

  /** Returns the tools that can be called now. An unavailable server has none, which is logged. */
  async tools(signal: AbortSignal): Promise<ToolDescription[]> {
    try {
      await this.#connected(signal);
    } catch (error) {
      if (error instanceof ToolFailure) return [];
      throw error;
    }
    return [...(this.#pinned ?? [])]
      .filter(([name, tool]) => this.#current.get(name)?.fingerprint === tool.fingerprint)
      .map(([, { description }]) => structuredClone(description));
  }

  async call(tool: string, args: JsonObject, signal: AbortSignal): Promise<ToolOutcome> {
    return this.#call(tool, args, { signal, isRepeated: false });
  }

  async #call(
    tool: string,
    args: JsonObject,
    { signal, isRepeated }: { signal: AbortSignal; isRepeated: boolean },
  ): Promise<ToolOutcome> {
    try {
      const connection = await this.#connected(signal);
      const pinned = this.#pinned?.get(tool);
      if (pinned === undefined)
        return failed('unknown_tool', `the MCP server ${this.#settings.name} has no tool ${tool}`);
      if (this.#current.get(tool)?.fingerprint !== pinned.fingerprint)
        return failed(
          'mcp_tools_changed',
          `the MCP server ${this.#settings.name} changed ${tool} after this run began, so it is not called; do the task without it`,
        );
      const result = await connection.call(tool, args, { timeoutMs: this.#settings.timeoutMs, signal });
      this.#delay.succeeded();
      return getOutcome(result);
    } catch (error) {
      // The server has lost the session and so did not execute the call: a new session is opened.
      if (!isRepeated && hasLostSession(error)) {
        await this.#drop();
        return this.#call(tool, args, { signal, isRepeated: true });
      }
      return failureOfCall(error, this.#settings, signal);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const connection = await this.#connection?.catch(() => undefined);
    this.#connection = undefined;
    await connection?.close();
  }

  /** Drops a connection that the server does not know any more; it does not count as a failure of the server. */
  async #drop(): Promise<void> {
    const connection = this.#live;
    this.#live = undefined;
    this.#connection = undefined;
    await connection?.close();
  }

  /** Returns the live connection, with a tool list at least as new as the server's last change notification. */
  async #connected(signal: AbortSignal): Promise<LiveConnection> {
    signal.throwIfAborted();
    if (this.#closing.signal.aborted) throw this.#away('is closed');
    this.#connection ??= this.#start();
    const connection = await orAborted(this.#connection, signal);
    if (connection.consumeChange())
      this.#relisting = this.#list(connection).catch(async () => {
        // Its tools are unknown now: the connection is closed, and the list is requested after a restart.
        await connection.close();
        throw this.#away('does not list its tools');
      });
    await this.#relisting;
    return connection;
  }

  /** Starts the server once for all waiting callers; the cancellation of one does not stop the start. */
  async #start(): Promise<LiveConnection> {
    try {
      if (!(await this.#delay.over(this.#closing.signal))) throw this.#away('failed and is not retried yet');
      const connection = await this.#open();
      this.#live = connection;
      return connection;
    } catch (error) {
      this.#connection = undefined;
      if (error instanceof ToolFailure) throw error;
      if (this.#closing.signal.aborted) throw this.#away('is closed');
      this.#delay.failed();
      this.#tell(
        error instanceof ProjectChangedError ? error.code : 'server_not_started',
        startReason(error, this.#settings.name),
        error instanceof StartFailure ? error.errorOutput : '',
      );
      throw this.#away('could not be started');
    }
  }

  async #open(): Promise<LiveConnection> {
    const { signal } = this.#closing;
    const connection = await LiveConnection.open(await linksTo(this.#settings, this.#options), {
      startTimeoutMs: this.#settings.startTimeoutMs,
      signal,
      onEnd: (ended) => this.#onEnd(ended),
    });
    try {
      this.#relisting = undefined;
      await this.#list(connection);
      if (connection.isEnded) throw new Error('the server ended right after its start');
      return connection;
    } catch (error) {
      await connection.close();
      throw new StartFailure(toMessage(error), connection.errorOutput, error);
    }
  }

  async #list(connection: LiveConnection): Promise<void> {
    const { tools, leftOut } = readListedTools(this.#settings, await connection.list(this.#closing.signal));
    for (const reason of leftOut.slice(0, 20)) this.#tell('tool_left_out', reason);
    if (leftOut.length > 20) this.#tell('tool_left_out', `${leftOut.length - 20} more tools`);
    this.#current = tools;
    if (this.#pinned === undefined) {
      this.#pinned = tools;
      return;
    }
    const changed = [...new Set([...this.#pinned.keys(), ...tools.keys()])].filter(
      (name) => this.#pinned?.get(name)?.fingerprint !== tools.get(name)?.fingerprint,
    );
    if (changed.length > 0)
      this.#tell('tools_changed', `its list of tools changed: ${changed.slice(0, 20).join(', ')}`);
  }

  #onEnd(ended: LiveConnection): void {
    if (this.#live !== ended) return;
    this.#live = undefined;
    this.#connection = undefined;
    if (this.#closing.signal.aborted) return;
    this.#delay.failed();
    const code = ended.end === 'flooded' ? 'server_flooded' : 'server_ended';
    const message =
      ended.end === 'flooded' ? 'it sent too much unrequested output and was ended' : 'its process ended';
    this.#tell(
      code,
      `${message}${ended.nonsense === 0 ? '' : `; ${ended.nonsense} lines were no messages`}`,
      ended.errorOutput,
    );
  }

  #tell(code: Parameters<TellProblem>[0]['code'], message: string, detail = ''): void {
    this.#options.tell({ code, server: this.#settings.name, message, ...(detail === '' ? {} : { detail }) });
  }

  #away(reason: string): ToolFailure {
    return new ToolFailure(
      'mcp_server_away',
      `the MCP server ${this.#settings.name} ${reason}; continue without its tools`,
    );
  }
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Stops waiting when aborted; the start continues for others. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
