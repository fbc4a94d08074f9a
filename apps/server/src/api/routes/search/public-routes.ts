import { searchRoutes } from '@agent-home/http-contract';
import { searchHome, withNames } from '@agent-home/platform';
import { asTyped } from '../../routing/as-typed.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';

export function registerSearch({ app, context, loadViewer, served }: PublicRoutes): void {
  app.route({
    ...served(searchRoutes.search),
    handler: async (request, reply) =>
      asTyped(
        reply,
        await withNames(
          context.platform.database,
          await searchHome(context.platform, await loadViewer(request), request.query),
        ),
      ),
  });
}
