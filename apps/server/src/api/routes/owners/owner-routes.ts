import { ownerHomeQuerySchema, ownerHomeSchema } from '@agent-home/http-contract';
import { type Answering, showOwnerHome, withNames } from '@agent-home/platform';
import { ApiError } from '../../errors/api-error.ts';
import { asTyped } from '../../routing/as-typed.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerOwnerHome({ app, context, authentication }: Routes): void {
  const { platform } = context;
  app.get(
    '/v1/owner/home',
    {
      schema: {
        summary:
          'What an owner’s agents do, what was said to them, what waits, and what they have used of their limits',
        querystring: ownerHomeQuerySchema,
        response: { 200: ownerHomeSchema },
      },
      preHandler: authentication.ownerOrAdmin,
    },
    async (request, reply) => {
      const { token } = request;
      if (!token) throw new ApiError('unauthenticated', 'send a valid bearer token');
      const viewer: Answering =
        token.role === 'owner' ? { role: 'owner', ownerId: token.ownerId } : { role: 'admin' };
      const home = await showOwnerHome(platform, viewer, { tokenId: token.tokenId, ...request.query });
      return asTyped(reply, await withNames(platform.database, home));
    },
  );
}
