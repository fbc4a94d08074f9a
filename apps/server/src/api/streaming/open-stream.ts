import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Visitor } from '../sessions/visitor-of.ts';
import type { StreamHub } from './stream-hub.ts';

const keptAliveMs = 15_000;
/** What is written to a stream that ends is waited for so long: its reader may take nothing more. */
const lastWordsMs = 5_000;
/** Of what a reader has not taken: one that falls behind so far is cut off, and comes back to a `hello`. */
const maxBufferedBytes = 256 * 1024;

export interface Stream {
  visitor: Visitor;
  /** Ends where whoever reads it is somebody else by now. */
  check(): Promise<void>;
  end(): void;
}

interface Opened {
  request: FastifyRequest;
  reply: FastifyReply;
  visitor: Visitor;
  hub: StreamHub;
  /** Who reads it now; `undefined` for who may not any more. Throws where it cannot be found out. */
  visitorNow(): Promise<Visitor | undefined>;
}

/** Greets a reader and keeps it told. Everything it takes is given back at the end of its request. */
export function openStream({ request, reply, visitor, hub, visitorNow }: Opened): Stream {
  reply.hijack();
  const { raw } = reply;
  const { life } = request;
  const write = (text: string) => {
    // A write after the end is an error that nobody listens to: it would end the whole process.
    if (life.isOver || raw.writableEnded) return;
    raw.write(text);
    if (raw.writableLength > maxBufferedBytes) raw.destroy();
  };
  const listener = {
    viewer: visitor.viewer,
    send: (event: string, data: object) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
  };
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies would hold events back until they have a buffer full.
    'x-accel-buffering': 'no',
  });
  hub.add(listener);
  life.hold(() => hub.remove(listener));
  const timer = setInterval(() => void check().then(() => write(': still here\n\n')), keptAliveMs);
  life.hold(() => clearInterval(timer));
  write('retry: 1000\n\n');
  listener.send('hello', {});
  return { visitor, check, end };

  async function check(): Promise<void> {
    const now = await visitorNow().catch(() => visitor);
    if (JSON.stringify(now) !== JSON.stringify(visitor)) end();
  }

  function end(): void {
    hub.remove(listener);
    clearInterval(timer);
    if (life.isOver || raw.writableEnded) return;
    raw.end();
    const cut = setTimeout(() => raw.destroy(), lastWordsMs);
    life.hold(() => clearTimeout(cut));
  }
}
