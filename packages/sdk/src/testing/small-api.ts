import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  rawHeaders: string[];
  body: string;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Raw body that is sent instead of `body`. */
  text?: string;
  /** Closes the connection instead of responding. */
  hangUp?: boolean;
}

export interface SmallApi {
  url: string;
  received: Received[];
  /** Returns requests to one path, without its query. */
  to(path: string): Received[];
}

/** Starts a real HTTP server that sends the test's responses and records requests. It stops with the test. */
export async function startSmallApi(
  answer: (received: Received) => Reply | Promise<Reply>,
): Promise<SmallApi> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers, rawHeaders } = request;
    const one = { method, path, headers, rawHeaders, body: Buffer.concat(chunks).toString() };
    received.push(one);
    const reply = await answer(one);
    if (reply.hangUp) return void request.socket.destroy();
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.text ?? JSON.stringify(reply.body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, received, to: (path) => received.filter((one) => one.path.split('?')[0] === path) };
}

export function problem(status: number, code: string, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: { type: 'about:blank', title: code, status, code, detail: `because of ${code}` },
  };
}
