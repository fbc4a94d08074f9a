import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { buildServer } from '../server/build-server.ts';
import type { ServerSurroundings } from '../server/surroundings.ts';

/** Maximum size of a message from a client, in bytes. */
const maxMessageBytes = 2 * 1024 * 1024;

/** Serves one client over this process's standard streams, until it closes them or the signal aborts. */
export async function serveOverStdio(surroundings: ServerSurroundings, signal: AbortSignal): Promise<void> {
  const { stdin, stdout } = process;
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: maxMessageBytes });
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close'] as const) stdin.once(event, resolve);
    stdout.once('error', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  const handle = serveStdio(() => buildServer(surroundings), { transport, onerror: surroundings.log });
  await ended;
  await handle.close();
}
