import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startMcpUrlServer } from '../mcp-url-server.ts';

/** Effects of one run: payments with a key, each listed once, payments without one, and calls of the MCP server. */
export interface Payments {
  keyed: string[];
  plain: number;
  remote: number;
}

export interface CountingService {
  url: string;
  /** Origin of an MCP server for each run, at `/RUN`, whose one tool counts its calls. */
  mcpUrl: string;
  paid(run: string): Payments;
  close(): Promise<void>;
}

/**
 * Starts a payment service: `/RUN/keyed` charges once for each idempotency key; `/RUN/plain` charges every time and closes the
 * connection without a response. `GET /RUN` returns the charges, after all earlier requests are processed.
 */
export async function startCountingService(): Promise<CountingService> {
  const runs = new Map<string, { keys: Set<string>; plain: number; remote: number }>();
  const of = (run: string) => {
    const found = runs.get(run) ?? { keys: new Set<string>(), plain: 0, remote: 0 };
    runs.set(run, found);
    return found;
  };
  const server = createServer((request, response) => {
    const [, run = '', what] = (request.url ?? '').split('/');
    const payments = of(run);
    if (what === 'keyed') {
      payments.keys.add(String(request.headers['idempotency-key']));
      response.end('paid');
    } else if (what === 'plain') {
      payments.plain += 1;
      request.socket.destroy();
    } else setImmediate(() => setImmediate(() => response.end(JSON.stringify(paid(run)))));
  });
  const paid = (run: string): Payments => ({
    keyed: [...of(run).keys],
    plain: of(run).plain,
    remote: of(run).remote,
  });
  const remote = await startMcpUrlServer({
    tools: () => [{ name: 'count', description: 'Counts.', inputSchema: { type: 'object' } }],
    call: ({ path }) => {
      of(path.slice(1)).remote += 1;
      return { content: [{ type: 'text', text: 'counted' }] };
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mcpUrl: remote.url,
    paid,
    close: async () => {
      await remote.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
