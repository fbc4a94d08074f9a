import { ownerRoutes } from '@agent-home/http-contract';
import { type Answering, showOwnerHome, withNames } from '@agent-home/platform';
import { ApiError } from '../../errors/api-error.ts';
import { asTyped } from '../../routing/as-typed.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerOwnerHome({ app, context, served }: Routes): void {
  const { platform } = context;
  app.route({
    ...served(ownerRoutes.showHome),
    handler: async (request, reply) => {
      const { token } = request;
      if (!token)
        throw new ApiError('unauthenticated', 'the bearer token is missing or not valid; send a valid one');
      const viewer: Answering =
        token.role === 'owner' ? { role: 'owner', ownerId: token.ownerId } : { role: 'admin' };
      const home = await showOwnerHome(platform, viewer, { tokenId: token.tokenId, ...request.query });
      return asTyped(reply, await withNames(platform.database, home));
    },
  });
}
