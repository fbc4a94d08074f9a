import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { buildServer } from '../server/build-server.ts';
import type { ServerSurroundings } from '../server/surroundings.ts';

/** Maximum number of clients with the protocol of 2025; the one idle for longest is dropped first. */
const maxSessions = 32;

/**
 * Sessions of clients with the protocol of 2025. They are needed because a cancellation is a separate request, which must find its
 * call.
 */
export class Sessions {
  readonly #surroundings: ServerSurroundings;
  /** Ordered by last use, most recent last. */
  readonly #transports = new Map<string, WebStandardStreamableHTTPServerTransport>();

  constructor(surroundings: ServerSurroundings) {
    this.#surroundings = surroundings;
  }

  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    const known = id === null ? undefined : this.#transports.get(id);
    if (id !== null && !known) return problem(404, 'the session has ended; start a new one');
    if (id !== null && known) this.#heard(id, known);
    const transport = known ?? (await this.#begin());
    const answer = await transport.handleRequest(request);
    // A session starts with an initialization request only.
    if (!known && transport.sessionId === undefined) await transport.close();
    return answer;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#transports.values()].map((transport) => transport.close()));
  }

  async #begin(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id): void => this.#heard(id, transport),
    });
    const server = buildServer(this.#surroundings);
    await server.connect(transport);
    server.server.onclose = () => {
      if (transport.sessionId !== undefined) this.#transports.delete(transport.sessionId);
    };
    return transport;
  }

  #heard(id: string, transport: WebStandardStreamableHTTPServerTransport): void {
    this.#transports.delete(id);
    this.#transports.set(id, transport);
    const [oldest] = this.#transports;
    if (oldest && this.#transports.size > maxSessions) {
      this.#transports.delete(oldest[0]);
      oldest[1].close().catch(this.#surroundings.log);
    }
  }
}

function problem(status: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }, { status });
}
