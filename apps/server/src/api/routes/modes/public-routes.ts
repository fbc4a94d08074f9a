import { modeListSchema } from '@agent-home/http-contract';
import { showModes } from '@agent-home/platform';
import { asTyped } from '../../routing/as-typed.ts';
import type { PublicRoutes } from '../../routing/public-routes.ts';

export function registerModes({ app, context, viewerOf }: PublicRoutes): void {
  const modes = showModes(context.platform.config);
  app.get(
    '/v1/public/modes',
    { schema: { summary: 'The modes, and what their rules may be', response: { 200: modeListSchema } } },
    async (request, reply) => {
      await viewerOf(request);
      return asTyped(reply, modes);
    },
  );
}
