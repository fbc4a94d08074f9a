import {
  newTokenAnswerSchema,
  newTokenSchema,
  officePageQuerySchema,
  officeTokenListSchema,
  revokedTokenSchema,
  tokenParamsSchema,
} from '@agent-home/http-contract';
import { createToken, officeTokens, revokeToken } from '@agent-home/platform';
import { audited } from '../../authentication/audited.ts';
import type { Routes } from '../../routing/route-types.ts';

export function registerTokens({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const preHandler = authentication.admin;

  app.post(
    '/v1/admin/tokens',
    {
      schema: {
        summary: 'Make a bearer token; this answer holds its only copy',
        body: newTokenSchema,
        response: { 201: newTokenAnswerSchema },
      },
      preHandler,
    },
    async (request, reply) => {
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
  );

  app.delete(
    '/v1/admin/tokens/:token_id',
    {
      schema: {
        summary: 'Revoke a token',
        params: tokenParamsSchema,
        response: { 200: revokedTokenSchema },
      },
      preHandler,
    },
    async (request) => {
      const { token_id: tokenId } = request.params;
      const target = `tokens/${tokenId}`;
      await revokeToken(audited(platform, request, { action: 'token.revoke', target }), tokenId);
      return { token_id: tokenId };
    },
  );
}

export function registerOfficeTokens({ app, context, authentication }: Routes): void {
  app.get(
    '/v1/admin/tokens',
    {
      schema: {
        summary: 'Tokens and what they are good for, never what they are',
        querystring: officePageQuerySchema,
        response: { 200: officeTokenListSchema },
      },
      preHandler: authentication.admin,
    },
    (request) => officeTokens(context.platform, request.query),
  );
}
