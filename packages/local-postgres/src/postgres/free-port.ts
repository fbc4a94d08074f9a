import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Limits below the range of ephemeral ports of systems (Linux begins at 32768, others higher). A port from that
 * range may be free when checked and used by any connection a moment later.
 */
const lowest = 15_000;
const highest = 32_000;

const given = new Set<number>();

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Returns a free local port that outgoing connections do not use by chance, and that was not returned before. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = randomInt(lowest, highest);
    if (given.has(port) || !(await canListen(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error('no free port');
}
