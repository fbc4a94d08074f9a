import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface AbortedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
}

/**
 * Sends requests and disconnects at some moment of each: before it is written, in the middle of it, during the response, or long
 * after. Resolves when every connection is closed on this side.
 */
export async function abortRequests(
  url: string,
  count: number,
  atOnce: number,
  random: () => number,
  getRequest: (index: number) => AbortedRequest,
): Promise<void> {
  let begun = 0;
  const client = async () => {
    for (let index = begun; index < count; index = begun) {
      begun += 1;
      await abortOne(new URL(url), getRequest(index), random);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
}

async function abortOne({ host, hostname, port }: URL, asked: AbortedRequest, random: () => number) {
  const lines = Object.entries({ host, ...asked.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const one = `${asked.method} ${asked.path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  // Sometimes sends two requests on one connection, the second of which waits for the first.
  const text = random() < 0.1 ? one + one : one;
  const socket = connect(Number(port), hostname);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  socket.resume();
  await new Promise<void>((resolve) => {
    socket.once('connect', () => resolve());
    socket.once('close', () => resolve());
  });
  socket.write(random() < 0.05 ? text.slice(0, Math.floor(random() * text.length)) : text);
  // Most waits end while the home still authenticates the caller.
  const waitMs = Math.floor(random() ** 3 * 60);
  if (waitMs > 0) await delay(waitMs);
  if (random() < 0.5) socket.resetAndDestroy();
  else socket.destroy();
  await closed;
}
