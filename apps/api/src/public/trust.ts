import { modeListSchema, trustAnswerSchema } from '@agent-home/http-contract';
import { showModes, showTrust } from '@agent-home/platform';
import { asTyped } from './as-typed.ts';
import type { PublicRoutes } from './public-routes.ts';

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

  const modes = showModes();
  app.get(
    '/v1/public/modes',
    { schema: { summary: 'The modes, and what their rules may be', response: { 200: modeListSchema } } },
    async (request, reply) => {
      await viewerOf(request);
      return asTyped(reply, modes);
    },
  );
}
