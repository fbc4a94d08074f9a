import { trustAnswerSchema } from '@agent-home/http-contract';
import { showTrust } from '@agent-home/platform';
import { asTyped } from '../../routing/as-typed.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';

export function registerTrust({ app, context, viewerOf }: PublicRoutes): void {
  const { platform, options } = context;

  app.get(
    '/v1/public/trust',
    { schema: { summary: 'What a browser verifies by', response: { 200: trustAnswerSchema } } },
    async (request, reply) => {
      await viewerOf(request);
      return asTyped(reply, await showTrust(platform.database, options.rootSet));
    },
  );
}
