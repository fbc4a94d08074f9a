import type { AddressInfo, Socket } from 'node:net';
import type { DatabaseConnection } from '@agent-home/platform/database';
import { buildApp } from './build-app.ts';
import type { ApiOptions, ServingPlatform } from './context/api-context.ts';
import { openContext } from './context/open-context.ts';

/** Time for running requests to end when the process shuts down. */
const drainMs = 10_000;

export interface RunningApi {
  /** `http://host:port` */
  url: string;
  /** Number of timers, listeners and counts held for requests now. */
  held(): number;
  /** Ends long polls, lets requests in progress finish, and accepts no new ones. */
  close(): Promise<void>;
}

export async function startApi(
  platform: ServingPlatform,
  connection: DatabaseConnection,
  options: ApiOptions,
  listen: { host: string; port: number },
): Promise<RunningApi> {
  const closing = new AbortController();
  const context = await openContext(platform, connection, options, closing.signal);
  await context.openId?.requireIssuer();
  const { app, lives } = await buildApp(context);
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await app.listen(listen);
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://${listen.host}:${port}`,
    held: () => lives.held(),
    async close() {
      closing.abort();
      // A connection that becomes idle only after the server stopped listening would keep it open for its keep-alive.
      const sweeper = setInterval(() => {
        app.server.closeIdleConnections();
        // Connections that are opened in advance and never used, as by `fetch`, are not idle for Node.
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
      }, 50);
      const force = setTimeout(() => app.server.closeAllConnections(), drainMs);
      await app.close().finally(() => {
        clearInterval(sweeper);
        clearTimeout(force);
      });
    },
  };
}
