import { showObject } from '@agent-home/platform';
import { z } from 'zod';
import type { PublicRoutes } from './public-routes.ts';
import { sendTagged } from './send-tagged.ts';

export function registerPublicObjects({ app, context, viewerOf }: PublicRoutes): void {
  app.get(
    '/v1/public/objects',
    {
      schema: {
        summary: 'One certified object, byte for byte as it lies in the bucket',
        querystring: z.object({ key: z.string().min(1).max(1_023) }),
      },
    },
    async (request, reply) => {
      const viewer = await viewerOf(request);
      const { text, version } = await showObject(context.platform.database, viewer, request.query.key);
      return sendTagged(request, reply, text, `"${version}"`);
    },
  );
}
