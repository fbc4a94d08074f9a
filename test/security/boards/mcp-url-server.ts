import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Request as the answering side of a board sees it. */
export interface McpCall {
  /** Path of the server's address. */
  path: string;
  /** Header `x-key` that opened the session. */
  key: string;
  name: string;
  arguments: Record<string, unknown>;
}

export interface McpUrlServer {
  /** Origin; any path below it is a server. */
  url: string;
  /** Requests whose session was opened with a different key. */
  mixed: string[];
  close(): Promise<void>;
}

export interface McpAnswers {
  tools(key: string): object[];
  /** @returns the result; `hangUp` closes the connection without a response, `status` refuses with a body */
  call(call: McpCall): object | { hangUp: true } | { status: number; body: string };
}

/** Starts MCP servers over streamable HTTP, with a session for each client. */
export async function startMcpUrlServer(answers: McpAnswers): Promise<McpUrlServer> {
  const sessions = new Map<string, string>();
  const mixed: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const key = String(request.headers['x-key'] ?? '');
    const { id, method, params } = JSON.parse(await getBody(request)) as {
      id?: number;
      method: string;
      params: { protocolVersion?: string; name: string; arguments?: Record<string, unknown> };
    };
    const opened = String(request.headers['mcp-session-id'] ?? '');
    const sessionKey = sessions.get(opened);
    if (method !== 'initialize' && sessionKey !== key) mixed.push(`${key} in the session of ${sessionKey}`);
    if (id === undefined) return void response.writeHead(202).end();
    const reply = (result: object, headers = {}) =>
      response
        .writeHead(200, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    if (method === 'initialize') {
      const session = randomUUID();
      sessions.set(session, key);
      const { protocolVersion } = params;
      const serverInfo = { name: 'by-address', version: '1.0.0' };
      return void reply(
        { protocolVersion, capabilities: { tools: {} }, serverInfo },
        { 'mcp-session-id': session },
      );
    }
    if (method === 'tools/list') return void reply({ tools: answers.tools(sessionKey ?? '') });
    if (method !== 'tools/call') return void reply({});
    const path = request.url ?? '';
    const result = answers.call({
      path,
      key: sessionKey ?? '',
      name: params.name,
      arguments: params.arguments ?? {},
    });
    if ('hangUp' in result) return void request.socket.destroy();
    if ('status' in result) return void response.writeHead(Number(result.status)).end(String(result.body));
    reply(result);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mixed,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function getBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
