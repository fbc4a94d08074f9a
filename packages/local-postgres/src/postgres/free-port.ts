import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Where systems take the near ends of outgoing connections from begins above this (Linux 32768, others higher). A port
 * from there may be free when it is looked at and taken by any connection a moment later.
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

/** A port of this machine that nobody listens at, that no connection takes by chance, and that was not given before. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = randomInt(lowest, highest);
    if (given.has(port) || !(await canListen(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error('no free port');
}
