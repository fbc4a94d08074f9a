import type { ServerResponse } from 'node:http';
import type { Viewer } from '@agent-home/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import type { PublicRoutes } from './public-routes.ts';
import { type Listener, openStreamHub } from './stream-hub.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer goes on as long as somebody reads it. */
    isStream?: boolean;
  }
}

const keptAliveMs = 15_000;
const maxPerAddress = 50;
const maxStreams = 2_000;
/** Of what a reader has not taken: one that falls behind so far is cut off, and comes back to a `hello`. */
const maxBufferedBytes = 256 * 1024;

export function registerStream({ app, context, viewerOf }: PublicRoutes): void {
  const hub = openStreamHub(context.platform, context.publishedSignal);
  const streams = new Set<ServerResponse>();
  const perAddress = new Map<string, number>();
  context.closing.addEventListener('abort', () => {
    for (const stream of streams) stream.end();
  });

  app.get(
    '/v1/public/stream',
    {
      exposeHeadRoute: false,
      config: { isStream: true },
      schema: {
        summary: 'Server-sent events: what has come into the bucket, as hints of what to read again',
      },
    },
    async (request, reply) => {
      const viewer = await viewerOf(request);
      if (context.closing.aborted)
        throw new ApiError('service_unavailable', 'shutting down', { retryAfterSeconds: 5 });
      if (streams.size >= maxStreams || (perAddress.get(request.ip) ?? 0) >= maxPerAddress)
        throw new ApiError('rate_limited', 'too many streams are open', { retryAfterSeconds: 30 });
      open(request, reply, viewer);
      return reply;
    },
  );

  function open(request: FastifyRequest, reply: FastifyReply, viewer: Viewer): void {
    reply.hijack();
    const { raw } = reply;
    const { ip } = request;
    const write = (text: string) => {
      raw.write(text);
      if (raw.writableLength > maxBufferedBytes) raw.destroy();
    };
    const listener: Listener = {
      viewer,
      send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    };
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies would hold events back until they have a buffer full.
      'x-accel-buffering': 'no',
    });
    const timer = setInterval(() => void keepAlive(), keptAliveMs);
    streams.add(raw);
    perAddress.set(ip, (perAddress.get(ip) ?? 0) + 1);
    hub.add(listener);
    raw.once('close', () => {
      clearInterval(timer);
      hub.remove(listener);
      streams.delete(raw);
      const left = (perAddress.get(ip) ?? 1) - 1;
      if (left > 0) perAddress.set(ip, left);
      else perAddress.delete(ip);
    });
    write('retry: 1000\n\n');
    listener.send('hello', {});

    /** A session that has ended meanwhile hears nothing more. */
    async function keepAlive(): Promise<void> {
      const still = await viewerOf(request).catch((error: unknown) =>
        error instanceof ApiError ? undefined : viewer,
      );
      if (JSON.stringify(still) !== JSON.stringify(viewer)) raw.end();
      else write(': still here\n\n');
    }
  }
}
