import { circleRoutes } from '@agent-home/http-contract';
import { showCircle, showCircles, withNames } from '@agent-home/platform';
import { asTyped } from '../../routing/as-typed.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';

export function registerPublicCircles({ app, context, loadViewer, served }: PublicRoutes): void {
  const { database } = context.platform;

  app.route({
    ...served(circleRoutes.list),
    handler: async (request, reply) =>
      asTyped(reply, await showCircles(database, await loadViewer(request), request.query)),
  });

  app.route({
    ...served(circleRoutes.show),
    handler: async (request, reply) =>
      asTyped(
        reply,
        await withNames(
          database,
          await showCircle(database, await loadViewer(request), request.params.circle_id),
        ),
      ),
  });
}
