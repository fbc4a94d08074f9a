import { tokenRoutes } from '@agent-home/http-contract';
import { createToken, officeTokens, revokeToken } from '@agent-home/platform';
import { audited } from '../../authentication/audited.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerTokens({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(tokenRoutes.create),
    handler: async (request, reply) => {
      const { body } = request;
      const acting = audited(platform, request, {
        action: 'token.create',
        target: 'tokens',
        details: {
          role: body.role,
          label: body.label,
          ...(body.role === 'owner' ? { owner_id: body.owner_id } : {}),
        },
      });
      const { tokenId, token } = await createToken(acting, {
        role: body.role,
        label: body.label,
        ...(body.role === 'owner' ? { ownerId: body.owner_id } : {}),
        ...(body.role === 'owner' && body.scopes ? { scopes: body.scopes } : {}),
        ...(body.expires_at === undefined ? {} : { expiresAt: new Date(body.expires_at) }),
      });
      return reply.code(201).header('cache-control', 'no-store').send({ token_id: tokenId, token });
    },
  });

  app.route({
    ...served(tokenRoutes.revoke),
    handler: async (request) => {
      const { token_id: tokenId } = request.params;
      const target = `tokens/${tokenId}`;
      await revokeToken(audited(platform, request, { action: 'token.revoke', target }), tokenId);
      return { token_id: tokenId };
    },
  });
}

export function registerOfficeTokens({ app, context, served }: Routes): void {
  app.route({
    ...served(tokenRoutes.list),
    handler: (request) => officeTokens(context.platform, request.query),
  });
}
