import { randomUUID } from 'node:crypto';
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthRouter,
} from '@modelcontextprotocol/sdk/server/auth/router.js';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { TestAuthorization } from './test-authorization.ts';

export interface UrlServer {
  url: string;
  /** Headers of the requests to the server itself, unchanged. */
  headers: IncomingMessage['headers'][];
  /** Set if the server requires OAuth. */
  authorization: TestAuthorization;
  /** Forgets all sessions, as a restart does. */
  forget(): void;
  sessions(): number;
}

/** Starts a server of the protocol's own SDK at an address, with its authorization server if it requires one. */
export async function startUrlServer({
  speaks = 'http',
  oauth = false,
}: {
  speaks?: 'http' | 'sse';
  oauth?: boolean;
} = {}): Promise<UrlServer> {
  const app = createMcpExpressApp();
  const listening = createServer(app);
  const origin = await getAddress(listening);
  const url = new URL('/mcp', origin);
  const authorization = new TestAuthorization();
  const headers: IncomingMessage['headers'][] = [];
  const http = new Map<string, StreamableHTTPServerTransport>();
  const sse = new Map<string, SSEServerTransport>();
  if (oauth) {
    app.use(mcpAuthRouter({ provider: authorization, issuerUrl: new URL(origin), resourceServerUrl: url }));
    app.use(
      '/mcp',
      requireBearerAuth({
        verifier: authorization,
        resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url),
      }),
    );
  }
  if (speaks === 'http')
    app.all('/mcp', async (request, response) => {
      headers.push(request.headers);
      const id = String(request.headers['mcp-session-id'] ?? '');
      let transport = http.get(id);
      if (!transport && id !== '') {
        response
          .status(404)
          .json({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'no such session' } });
        return;
      }
      if (!transport) {
        const fresh = new StreamableHTTPServerTransport({
          sessionIdGenerator: randomUUID,
          onsessioninitialized: (session) => void http.set(session, fresh),
          onsessionclosed: (session) => void http.delete(session),
        });
        transport = fresh;
        await answeringServer().connect(fresh);
      }
      await transport.handleRequest(request, response, request.body);
    });
  else {
    app.get('/mcp', async (request, response) => {
      headers.push(request.headers);
      const transport = new SSEServerTransport('/messages', response);
      sse.set(transport.sessionId, transport);
      await answeringServer().connect(transport);
    });
    app.post('/messages', async (request, response) => {
      headers.push(request.headers);
      await sse.get(String(request.query.sessionId))?.handlePostMessage(request, response, request.body);
    });
  }
  return {
    url: url.href,
    headers,
    authorization,
    forget: () => http.clear(),
    sessions: () => http.size,
  };
}

function answeringServer(): Server {
  const server = new Server({ name: 'answering', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: 'answer', inputSchema: { type: 'object' as const } }],
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
    content: [{ type: 'text' as const, text: `heard ${JSON.stringify(params.arguments ?? {})}` }],
  }));
  return server;
}

export async function getAddress(server: HttpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
