import { streamRoutes } from '@agent-home/http-contract';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/api-error.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';
import { getAddress } from '../../server/client-address.ts';
import type { Visitor } from '../../sessions/visitor-reader.ts';
import { openStream, type Stream } from '../../streaming/open-stream.ts';
import { createStreamHub } from '../../streaming/stream-hub.ts';
import { StreamPlaces } from '../../streaming/stream-places.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a response that continues as long as it is read. */
    isStream?: boolean;
  }
}

export function registerStream({ app, context, loadVisitor, served }: PublicRoutes): void {
  const hub = createStreamHub(context.platform, context.publishedSignal);
  const places = new StreamPlaces();
  const streams = new Set<Stream>();
  context.closing.addEventListener('abort', () => {
    for (const stream of streams) stream.end();
  });
  context.signedOutSignal.subscribe(
    (name) => checkThose(({ credentials }) => credentials.includes(name)),
    () => checkThose(({ credentials }) => credentials.length > 0),
  );

  app.route({
    ...served(streamRoutes.open),
    exposeHeadRoute: false,
    config: { isStream: true },
    handler: async (request, reply) => {
      const visitor = await loadVisitor(request);
      // The client left during the lookup: there is no one to respond to.
      if (request.life.isOver) return reply.hijack();
      if (context.closing.aborted)
        throw new ApiError('service_unavailable', 'the API is shutting down; retry', {
          retryAfterSeconds: 5,
        });
      request.life.hold(places.take(visitor.credentials.at(-1), getAddress(request)));
      const visitorNow = () => visitorIn(request);
      const stream = openStream({ request, reply, visitor, hub, visitorNow });
      streams.add(stream);
      request.life.hold(() => streams.delete(stream));
      return reply;
    },
  });

  /** Returns undefined for a viewer who has to sign in again, and the former viewer if that cannot be determined. */
  async function visitorIn(request: FastifyRequest): Promise<Visitor | undefined> {
    try {
      return await loadVisitor(request);
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  function checkThose(isMeant: (visitor: Visitor) => boolean): void {
    for (const stream of streams) if (isMeant(stream.visitor)) void stream.check();
  }
}
