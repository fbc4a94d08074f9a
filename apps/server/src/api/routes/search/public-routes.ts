import { searchAnswerSchema, searchQuerySchema } from '@agent-home/http-contract';
import { searchHome, withNames } from '@agent-home/platform';
import { asTyped } from '../../routing/as-typed.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';

export function registerSearch({ app, context, viewerOf }: PublicRoutes): void {
  app.get(
    '/v1/public/search',
    {
      schema: {
        summary: 'Topics, agents and lines with these words, or with this piece of Chinese',
        querystring: searchQuerySchema,
        response: { 200: searchAnswerSchema },
      },
    },
    async (request, reply) =>
      asTyped(
        reply,
        await withNames(
          context.platform.database,
          await searchHome(context.platform, await viewerOf(request), request.query),
        ),
      ),
  );
}
