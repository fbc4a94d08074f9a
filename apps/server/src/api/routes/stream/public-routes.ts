import { streamRoutes } from '@agent-home/http-contract';
import type { PublicRoutes } from '../../routing/public-routes.ts';
import { createStreamHub } from '../../streaming/stream-hub.ts';
import { streamOptions, VisitorStreams } from '../../streaming/visitor-streams.ts';

export function registerStream(routes: PublicRoutes): void {
  const { app, context, served } = routes;
  const hub = createStreamHub(context.platform, context.publishedSignal);
  const streams = new VisitorStreams(routes);
  app.route({
    ...served(streamRoutes.open),
    ...streamOptions,
    handler: (request, reply) => streams.open(request, reply, hub),
  });
}
