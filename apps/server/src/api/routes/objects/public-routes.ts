import { objectQuerySchema } from '@agent-home/http-contract';
import { showObject } from '@agent-home/platform';
import { compressed } from '../../routing/compression.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';
import { sendTagged } from '../../routing/send-tagged.ts';

export function registerPublicObjects({ app, context, viewerOf }: PublicRoutes): void {
  app.get(
    '/v1/public/objects',
    {
      ...compressed,
      schema: {
        summary: 'One certified object, byte for byte as it lies in the bucket',
        querystring: objectQuerySchema,
      },
    },
    async (request, reply) => {
      const viewer = await viewerOf(request);
      const { text, version } = await showObject(context.platform.database, viewer, request.query.key);
      return sendTagged(request, reply, text, `"${version}"`);
    },
  );
}
