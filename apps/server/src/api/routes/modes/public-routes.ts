import { modeRoutes } from '@agent-home/http-contract';
import { showModes } from '@agent-home/platform';
import { asTyped } from '../../routing/as-typed.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';

export function registerModes({ app, context, loadViewer, served }: PublicRoutes): void {
  const modes = showModes(context.platform.config);
  app.route({
    ...served(modeRoutes.list),
    handler: async (request, reply) => {
      await loadViewer(request);
      return asTyped(reply, modes);
    },
  });
}
