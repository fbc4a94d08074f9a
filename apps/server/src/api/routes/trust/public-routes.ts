import { trustRoutes } from '@agent-home/http-contract';
import { showTrust } from '@agent-home/platform';
import { asTyped } from '../../routing/as-typed.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';

export function registerTrust({ app, context, loadViewer, served }: PublicRoutes): void {
  const { platform, options } = context;

  app.route({
    ...served(trustRoutes.show),
    handler: async (request, reply) => {
      await loadViewer(request);
      return asTyped(reply, await showTrust(platform.database, options.rootSet));
    },
  });
}
