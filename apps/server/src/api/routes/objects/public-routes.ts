import { objectRoutes } from '@agent-home/http-contract';
import { showObject } from '@agent-home/platform';
import { compressed } from '../../routing/compression.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';
import { sendTagged } from '../../routing/send-tagged.ts';

export function registerPublicObjects({ app, context, loadViewer, served }: PublicRoutes): void {
  app.route({
    ...served(objectRoutes.read),
    ...compressed,
    handler: async (request, reply) => {
      const viewer = await loadViewer(request);
      const { text, version } = await showObject(context.platform.database, viewer, request.query.key);
      return sendTagged(request, reply, text, `"${version}"`);
    },
  });
}
