import { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { type ServerCommand, StdioTransport } from './stdio-transport.ts';
import { type ToolResult, toolResultSchema } from './tool-results.ts';

const maximumPages = 20;
const startMs = 20_000;
const listMs = 20_000;

const pageSchema = z.looseObject({
  tools: z.array(z.unknown()),
  nextCursor: z.string().optional(),
});

/** A server that runs and has been greeted. It lives until its process ends or it is closed; then another is made. */
export class LiveConnection {
  readonly #client: Client;
  readonly #transport: StdioTransport;
  #isEnded = false;
  #hasChanged = false;

  private constructor(client: Client, transport: StdioTransport, onEnd: () => void) {
    this.#client = client;
    this.#transport = transport;
    client.onclose = () => {
      this.#isEnded = true;
      onEnd();
    };
    client.onerror = () => {};
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      this.#hasChanged = true;
    });
  }

  /** @throws Error where the server cannot be started, ends, or does not greet in time; nothing of it is left then */
  static async open(
    command: ServerCommand,
    signal: AbortSignal,
    onEnd: (connection: LiveConnection) => void,
  ): Promise<LiveConnection> {
    const transport = new StdioTransport(command);
    // It offers nothing to the server: no sampling, no questions to people, no roots.
    const client = new Client({ name: 'agent-home', version: '0.1.0' }, { capabilities: {} });
    const connection: LiveConnection = new LiveConnection(client, transport, () => onEnd(connection));
    try {
      await client.connect(transport, { timeout: startMs, signal });
      return connection;
    } catch (error) {
      await transport.close();
      throw new StartFailure(error instanceof Error ? error.message : String(error), transport.errorOutput);
    }
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  get end(): StdioTransport['end'] {
    return this.#transport.end;
  }

  get nonsense(): number {
    return this.#transport.nonsense;
  }

  get errorOutput(): string {
    return this.#transport.errorOutput;
  }

  /** The server's process, which tests end. */
  get pid(): number | undefined {
    return this.#transport.pid;
  }

  /** Whether the server said since the last time that its tools are others now. */
  takeChange(): boolean {
    const hasChanged = this.#hasChanged;
    this.#hasChanged = false;
    return hasChanged;
  }

  async list(signal: AbortSignal): Promise<unknown[]> {
    if (this.#client.getServerCapabilities()?.tools === undefined) return [];
    const listed: unknown[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < maximumPages; page += 1) {
      const read = await this.#client.request(
        { method: 'tools/list', ...(cursor === undefined ? {} : { params: { cursor } }) },
        pageSchema,
        { timeout: listMs, signal },
      );
      listed.push(...read.tools);
      cursor = read.nextCursor;
      if (cursor === undefined) break;
    }
    return listed;
  }

  /** The client's own `callTool` would compile the server's output schema, whose expressions may take for ever. */
  async call(
    tool: string,
    args: Record<string, unknown>,
    options: { timeoutMs: number; signal: AbortSignal },
  ): Promise<ToolResult> {
    return this.#client.request(
      { method: 'tools/call', params: { name: tool, arguments: args } },
      toolResultSchema,
      { timeout: options.timeoutMs, signal: options.signal },
    );
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }
}

/** A server that could not be started, with what it wrote on its error output. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
  readonly errorOutput: string;

  constructor(message: string, errorOutput: string) {
    super(message);
    this.errorOutput = errorOutput;
  }
}
