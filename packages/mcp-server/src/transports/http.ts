import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  type FetchLikeMcpHandler,
  type NodeIncomingMessageLike,
  toNodeHandler,
} from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { buildServer } from '../server/build-server.ts';
import type { ServerSurroundings } from '../server/surroundings.ts';
import { refusalOf } from './guards.ts';
import { Sessions } from './sessions.ts';

const path = '/mcp';
const maxRequestBodySize = 2 * 1024 * 1024;
/** Maximum number of connections; each costs memory before its token is checked. */
const maxConnections = 256;

/** A running HTTP server of one agent. */
export interface HttpDoor {
  url: string;
  close(): Promise<void>;
}

/** Serves Streamable HTTP on this machine only, for holders of the token. Port 0 is any free one. */
export async function serveOverHttp(
  surroundings: ServerSurroundings,
  { port, token }: { port: number; token: string },
): Promise<HttpDoor> {
  const { log } = surroundings;
  const sessions = new Sessions(surroundings);
  const modern = createMcpHandler(() => buildServer(surroundings), {
    legacy: 'reject',
    maxRequestBodySize,
    onerror: log,
  });
  const handler: FetchLikeMcpHandler = {
    fetch: async (request, options) =>
      (await isLegacyRequest(request, undefined, { maxRequestBodySize }))
        ? sessions.fetch(request)
        : modern.fetch(request, options),
  };
  /** Connections that have not sent the token yet, oldest first. */
  const strangers = new Set<Socket>();
  const answer = toNodeHandler(handler, { maxRequestBodySize, onerror: log });
  const server = createServer((request, response) => {
    const { url, headers, headersDistinct } = request;
    const asked = { url, headers, hosts: headersDistinct.host?.length ?? 0 };
    const refusal = refusalOf(asked, { port: getPort(server), token, path });
    if (!refusal) {
      strangers.delete(request.socket);
      // Cast because the type does not declare its optional members as possibly undefined.
      answer(request as NodeIncomingMessageLike, response).catch(log);
      return;
    }
    const challenge = refusal.status === 401 ? { 'www-authenticate': 'Bearer' } : {};
    // The rest of the request is left unread.
    response.writeHead(refusal.status, {
      'content-type': 'application/json',
      connection: 'close',
      ...challenge,
    });
    response.end(JSON.stringify({ error: refusal.message }));
  });
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    strangers.add(socket);
    socket.once('close', () => {
      connections -= 1;
      strangers.delete(socket);
    });
    // Closes the oldest unauthenticated connection, so that silent connections do not block clients.
    const [oldest] = strangers;
    if (connections > maxConnections) oldest?.destroy();
  });
  server.headersTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${getPort(server)}${path}`,
    async close() {
      await modern.close();
      await sessions.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function getPort(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0;
}
