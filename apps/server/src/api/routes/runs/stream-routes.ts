import { runRoutes } from '@agent-home/http-contract';
import { showRun } from '@agent-home/platform';
import { readingActor } from '../../authentication/reading-actor.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';
import type { RunSignal } from '../../signals/channel-signal.ts';
import type { StreamHub } from '../../streaming/stream-hub.ts';
import { streamOptions, VisitorStreams } from '../../streaming/visitor-streams.ts';

/** Registers the stream of one run: it reports numbers of new records, which the client then reads. */
export function registerRunStream(routes: PublicRoutes): void {
  const { app, context, served } = routes;
  const { platform, runSignal } = context;
  const streams = new VisitorStreams(routes);
  app.route({
    ...served(runRoutes.follow),
    ...streamOptions,
    handler: async (request, reply) => {
      const name = { runId: request.params.run_id, agentId: request.query.agent_id };
      const run = await showRun(platform.database, readingActor(request), name);
      return streams.open(request, reply, hubOf(runSignal, run.agent_id, run.run_id));
    },
  });
}

/** Returns a hub with one listener: every stream is of another run. */
function hubOf(runSignal: RunSignal, agentId: string, runId: string): StreamHub {
  let unsubscribe = () => {};
  return {
    add(listener) {
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
