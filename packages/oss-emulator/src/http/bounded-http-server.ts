import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RunningServer {
  port: number;
  close(): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 20_000;
const IDLE_SOCKET_TIMEOUT_MS = 60_000;
const WHOLE_REQUEST_TIMEOUT_MS = 15 * 60_000;
/** Longer than clients keep an idle socket, so that they never write into one that is being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const CLOSING_GRACE_MS = 3_000;
const DRAIN_MS = 5_000;

/**
 * Starts a node:http server with limits for headers and times. Closing lets requests in flight end within a time limit. It also
 * waits for `handle` after its connection is gone, so that nothing is written afterwards.
 */
export async function listenBounded(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  options: { host: string; port: number; maxHeaderBytes: number },
): Promise<RunningServer> {
  let closing = false;
  const inFlight = new Set<Promise<void>>();
  const server = createServer(
    {
      maxHeaderSize: options.maxHeaderBytes,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: WHOLE_REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    },
    (request, response) => {
      if (closing) response.setHeader('connection', 'close');
      response.once('close', () => {
        discardRest(request);
        if (closing) server.closeIdleConnections();
      });
      const handled: Promise<void> = handle(request, response)
        .catch(() => {
          response.destroy();
        })
        .finally(() => inFlight.delete(handled));
      inFlight.add(handled);
    },
  );
  server.setTimeout(IDLE_SOCKET_TIMEOUT_MS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');

  return {
    port: address.port,
    async close() {
      closing = true;
      const force = setTimeout(() => server.closeAllConnections(), CLOSING_GRACE_MS);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
      clearTimeout(force);
      await Promise.all(inFlight);
    },
  };
}

/**
 * Reads a rejected upload for a while and discards it: closing at once would reset the connection before the client has read the
 * error.
 */
function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const giveUp = setTimeout(() => request.destroy(), DRAIN_MS);
  request.once('close', () => clearTimeout(giveUp));
  request.resume();
}
