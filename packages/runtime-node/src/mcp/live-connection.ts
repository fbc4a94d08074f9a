import { Client, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { ServerLink, TransportEnd } from './link.ts';
import { type ToolResult, toolResultSchema } from './tool-results.ts';
import { speaksOlderTransport } from './url-link.ts';

const maximumPages = 20;

const pageSchema = z.looseObject({
  tools: z.array(z.unknown()),
  nextCursor: z.string().nullish(),
});

export interface OpenOptions {
  /** Time to initialize, and then to list its tools. */
  startTimeoutMs: number;
  signal: AbortSignal;
  onEnd(connection: LiveConnection): void;
}

/** Connection to a running, initialized server. It lasts until the server ends or it is closed; then a new one is created. */
export class LiveConnection {
  readonly #client: Client;
  readonly #link: ServerLink;
  readonly #startTimeoutMs: number;
  #isEnded = false;
  #hasChanged = false;

  private constructor(client: Client, link: ServerLink, { startTimeoutMs, onEnd }: OpenOptions) {
    this.#client = client;
    this.#link = link;
    this.#startTimeoutMs = startTimeoutMs;
    client.onclose = () => {
      this.#isEnded = true;
      onEnd(this);
    };
    client.onerror = () => {};
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      this.#hasChanged = true;
    });
  }

  /**
   * Connects with the first link that the server understands.
   * @throws StartFailure if the server cannot be started, exits, or does not complete the handshake in time; its process is ended
   * then
   */
  static async open(links: readonly (() => ServerLink)[], options: OpenOptions): Promise<LiveConnection> {
    const [first, ...others] = links;
    if (first === undefined) throw new StartFailure('the server has neither a command nor a url', '');
    const link = first();
    // Offers no capability to the server: no sampling, no elicitation, no roots.
    const client = new Client({ name: 'agent-home', version: '0.1.0' }, { capabilities: {} });
    let isOpen = false;
    // A server that was never initialized has no end to report.
    const connection: LiveConnection = new LiveConnection(client, link, {
      ...options,
      onEnd: (ended) => (isOpen ? options.onEnd(ended) : undefined),
    });
    const { startTimeoutMs: timeout, signal } = options;
    try {
      await withStartTimeout(client.connect(link.transport, { timeout, signal }), timeout);
      isOpen = true;
      return connection;
    } catch (error) {
      await link.close();
      if (others.length > 0 && speaksOlderTransport(error)) return LiveConnection.open(others, options);
      throw new StartFailure(getReason(error, timeout), link.errorOutput, error);
    }
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  get end(): TransportEnd {
    return this.#link.end;
  }

  get nonsense(): number {
    return this.#link.nonsense;
  }

  get errorOutput(): string {
    return this.#link.errorOutput;
  }

  get pid(): number | undefined {
    return this.#link.pid;
  }

  /** Returns true if the server announced changed tools since the last call. */
  consumeChange(): boolean {
    const hasChanged = this.#hasChanged;
    this.#hasChanged = false;
    return hasChanged;
  }

  /** Lists page by page. An empty or repeated cursor ends the list; the pages so far count. */
  async list(signal: AbortSignal): Promise<unknown[]> {
    if (this.#client.getServerCapabilities()?.tools === undefined) return [];
    const listed: unknown[] = [];
    const before = new Set<string>();
    const cursors = new Set<string>();
    const timeout = this.#startTimeoutMs;
    let cursor: string | undefined;
    try {
      for (let page = 0; page < maximumPages; page += 1) {
        const read = await this.#client.request(
          { method: 'tools/list', ...(cursor === undefined ? {} : { params: { cursor } }) },
          pageSchema,
          { timeout, signal },
        );
        // A server that ignores cursors lists the same tools on each page.
        const texts = read.tools.map(toText);
        listed.push(...read.tools.filter((_, index) => !before.has(texts[index] ?? '')));
        for (const text of texts) if (text !== '') before.add(text);
        const next = read.nextCursor ?? '';
        if (next === '' || cursors.has(next)) break;
        cursors.add(next);
        cursor = next;
      }
    } catch (error) {
      throw new StartFailure(getReason(error, timeout), this.errorOutput, error);
    }
    return listed;
  }

  /** The client's own `callTool` would compile the server's output schema, whose expressions may run forever. */
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
    await this.#link.close();
  }
}

/** Start failure of a server, with the end of its error output. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
  readonly errorOutput: string;

  constructor(message: string, errorOutput: string, cause?: unknown) {
    super(message, { cause });
    this.errorOutput = errorOutput;
  }
}

function getReason(error: unknown, timeoutMs: number): string {
  if (error instanceof StartFailure) return error.message;
  if (
    error instanceof StartTimeout ||
    (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
  )
    return `it did not respond within ${timeoutMs} ms: raise startTimeoutMs of the server in the settings if it needs longer`;
  return error instanceof Error ? error.message : String(error);
}

class StartTimeout extends Error {
  override readonly name = 'StartTimeout';
}

/** Some transports wait for a first event without a limit of their own. */
async function withStartTimeout<Result>(starting: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StartTimeout()), milliseconds);
  });
  try {
    return await Promise.race([starting, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the text that identifies a tool when it is listed again; empty if it cannot be serialized. */
function toText(tool: unknown): string {
  try {
    return JSON.stringify(tool) ?? '';
  } catch {
    return '';
  }
}
