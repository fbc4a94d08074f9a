import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';

export interface Loopback {
  /** Redirect address for the browser. */
  redirect: string;
  /** Random value that the response must repeat. */
  state: string;
  /** Resolves with the parameters of the browser's request. @throws the signal's reason */
  answered(signal: AbortSignal): Promise<URLSearchParams>;
  close(): Promise<void>;
}

const path = '/callback';

/**
 * Waits on the loopback address for the browser's redirect (RFC 8252).
 * @param port 0 for any
 */
export async function openLoopback(port: number): Promise<Loopback> {
  const state = randomBytes(32).toString('base64url');
  let settle: (params: URLSearchParams) => void = () => {};
  const answer = new Promise<URLSearchParams>((resolve) => {
    settle = resolve;
  });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isOurs =
      request.method === 'GET' && pathname === path && isSame(searchParams.get('state') ?? '', state);
    response.writeHead(isOurs ? 200 : 404, {
      'content-type': 'text/plain; charset=utf-8',
      connection: 'close',
    });
    response.end(
      isOurs
        ? 'You can close this window and go back to the terminal.\n'
        : 'This request does not belong to a login. Start the login again at the terminal.\n',
    );
    if (isOurs) settle(searchParams);
  });
  const found = await listening(server, port);
  return {
    redirect: `http://127.0.0.1:${found}${path}`,
    state,
    answered: (signal) =>
      new Promise((resolve, reject) => {
        const onAbort = () => reject(signal.reason);
        if (signal.aborted) onAbort();
        signal.addEventListener('abort', onAbort, { once: true });
        void answer.then((params) => {
          signal.removeEventListener('abort', onAbort);
          resolve(params);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
