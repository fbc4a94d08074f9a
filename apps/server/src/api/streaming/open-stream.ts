import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Visitor } from '../sessions/visitor-reader.ts';
import type { StreamHub } from './stream-hub.ts';

const keptAliveMs = 15_000;
/** Time limit for the last bytes of a stream that ends, because its reader may have stopped reading. */
const lastWordsMs = 5_000;
/** Limit of unread bytes: a reader that falls further behind is disconnected, and returns to a `hello`. */
const maxBufferedBytes = 256 * 1024;

export interface Stream {
  visitor: Visitor;
  /** Ends the stream if its reader has changed. */
  check(): Promise<void>;
  end(): void;
}

interface Opened {
  request: FastifyRequest;
  reply: FastifyReply;
  visitor: Visitor;
  hub: StreamHub;
  /** Returns the present reader; `undefined` if it may no longer read. Throws if that cannot be determined. */
  visitorNow(): Promise<Visitor | undefined>;
}

/** Opens a stream for a reader. Everything it holds is released at the end of its request. */
export function openStream({ request, reply, visitor, hub, visitorNow }: Opened): Stream {
  reply.hijack();
  const { raw } = reply;
  const { life } = request;
  const write = (text: string) => {
    // A write after the end would be an unhandled error and end the whole process.
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
    // Proxies would delay events until their buffer is full.
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
