import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Push {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Starts a receiver on a real socket; `answer` returns the status for each push, or undefined for no response. */
export async function startReceiver(answer: (push: Push, count: number) => number | undefined = () => 204) {
  const pushes: Push[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const push = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      pushes.push(push);
      const status = answer(push, pushes.length);
      if (status !== undefined) response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { pushes, url: `http://127.0.0.1:${port}/v1/events/oss/secret-path?x=1` };
}

export const names = (pushes: Push[]) =>
  pushes.map((push) => {
    const [event] = JSON.parse(push.body).events;
    return `${event.eventName} ${event.oss.object.key}`;
  });
