import { runRoutes } from '@agent-home/http-contract';
import { showRun } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import { readingActor } from '../../authentication/reading-actor.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';
import { getAddress } from '../../server/client-address.ts';
import type { Visitor } from '../../sessions/visitor-reader.ts';
import type { Listener } from '../../streaming/listener.ts';
import { openStream, type Stream } from '../../streaming/open-stream.ts';
import { StreamPlaces } from '../../streaming/stream-places.ts';

/** Registers the stream of one run: it reports numbers of new records, which the client then reads. */
export function registerRunStream({ app, context, loadVisitor, served }: PublicRoutes): void {
  const { platform, runSignal } = context;
  const places = new StreamPlaces();
  const streams = new Set<Stream>();
  context.closing.addEventListener('abort', () => {
    for (const stream of streams) stream.end();
  });
  context.signedOutSignal.subscribe(
    (name) => checkThose(({ credentials }) => credentials.includes(name)),
    () => checkThose(() => true),
  );

  app.route({
    ...served(runRoutes.follow),
    exposeHeadRoute: false,
    config: { isStream: true },
    handler: async (request, reply) => {
      const name = { runId: request.params.run_id, agentId: request.query.agent_id };
      const run = await showRun(platform.database, readingActor(request), name);
      const visitor = await loadVisitor(request);
      // The client left during the lookup: there is no one to respond to.
      if (request.life.isOver) return reply.hijack();
      if (context.closing.aborted)
        throw new ApiError('service_unavailable', 'the API is shutting down; retry', {
          retryAfterSeconds: 5,
        });
      request.life.hold(places.take(visitor.credentials.at(-1), getAddress(request)));
      const hub = hubOf(run.agent_id, run.run_id);
      const stream = openStream({ request, reply, visitor, hub, visitorNow: () => visitorIn(request) });
      streams.add(stream);
      request.life.hold(() => streams.delete(stream));
      return reply;
    },
  });

  /** Returns a hub with one listener: every stream is of another run. */
  function hubOf(agentId: string, runId: string) {
    let unsubscribe = () => {};
    return {
      add(listener: Listener) {
        unsubscribe = runSignal.subscribe(
          (notice) => {
            if (notice.agentId === agentId && notice.runId === runId)
              listener.send('records', { next_seq: notice.nextSeq });
          },
          () => listener.send('hello', {}),
        );
      },
      remove: () => unsubscribe(),
    };
  }

  /** Returns undefined for a viewer who has to sign in again. */
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
