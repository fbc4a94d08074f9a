import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
/** The most connections at once, each of which costs memory before its token is looked at. */
const maxConnections = 64;

export interface HttpDoor {
  url: string;
  close(): Promise<void>;
}

/** Streamable HTTP on this machine alone, for whoever has the token. Port 0 is any that is free. */
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
  const answer = toNodeHandler(handler, { maxRequestBodySize, onerror: log });
  const server = createServer((request, response) => {
    const refusal = refusalOf(request, { port: portOf(server), token, path });
    if (!refusal) {
      // Its type does not say that what may be absent may be undefined.
      answer(request as NodeIncomingMessageLike, response).catch(log);
      return;
    }
    const challenge = refusal.status === 401 ? { 'www-authenticate': 'Bearer' } : {};
    // What it sends besides is not waited for.
    response.writeHead(refusal.status, {
      'content-type': 'application/json',
      connection: 'close',
      ...challenge,
    });
    response.end(JSON.stringify({ error: refusal.message }));
  });
  server.maxConnections = maxConnections;
  server.headersTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}${path}`,
    async close() {
      await modern.close();
      await sessions.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0;
}
