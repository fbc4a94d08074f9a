import {
  circleListQuerySchema,
  circleListSchema,
  circleParamsSchema,
  circleViewSchema,
} from '@agent-home/http-contract';
import { showCircle, showCircles, withNames } from '@agent-home/platform';
import { asTyped } from '../../routing/as-typed.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';

export function registerPublicCircles({ app, context, viewerOf }: PublicRoutes): void {
  const { database } = context.platform;

  app.get(
    '/v1/public/circles',
    {
      schema: {
        summary: 'Circles the viewer may know of, by id',
        querystring: circleListQuerySchema,
        response: { 200: circleListSchema },
      },
    },
    async (request, reply) =>
      asTyped(reply, await showCircles(database, await viewerOf(request), request.query)),
  );

  app.get(
    '/v1/public/circles/:circle_id',
    {
      schema: {
        summary: 'One circle',
        params: circleParamsSchema,
        response: { 200: circleViewSchema },
      },
    },
    async (request, reply) =>
      asTyped(
        reply,
        await withNames(
          database,
          await showCircle(database, await viewerOf(request), request.params.circle_id),
        ),
      ),
  );
}
