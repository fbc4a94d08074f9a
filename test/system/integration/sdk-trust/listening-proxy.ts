import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Heard {
  method: string;
  path: string;
  isSigned: boolean;
}

export interface ListeningProxy {
  url: string;
  /** Requests that passed, oldest first. */
  heard: Heard[];
  /** Changes a response, given its path and text, as an intermediary may. */
  change: (path: string, text: string) => string;
}

/**
 * Starts a proxy between a reader and a real home, with the powers of the home's operator or of an
 * intermediary. Ends with the test.
 */
export async function listeningProxy(homeUrl: string): Promise<ListeningProxy> {
  const proxy: ListeningProxy = { url: '', heard: [], change: (_, text) => text };
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    proxy.heard.push({ method, path, isSigned: 'signature' in headers });
    if (method !== 'GET') return void response.writeHead(405).end();
    const answer = await fetch(`${homeUrl}${path}`);
    const type = answer.headers.get('content-type') ?? 'application/json';
    response.writeHead(answer.status, { 'content-type': type });
    response.end(proxy.change(path, await answer.text()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}
