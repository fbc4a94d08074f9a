import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBacklogMeter, type Platform } from '@agent-home/platform';

interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

/** Serves `/metrics` of a process without an API, with the same access rules as the API. */
export async function startMetricsServer(
  platform: Platform,
  options: { host: string; port: number; tokens: string[] },
): Promise<MetricsServer> {
  const measureBacklog = createBacklogMeter(platform);
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    const given = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1];
    if (given === undefined || !options.tokens.some((token) => isSame(token, given)))
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    await measureBacklog();
    const { registry } = platform.metrics;
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Compares in constant time. */
function isSame(expected: string, given: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(expected), hash(given));
}
