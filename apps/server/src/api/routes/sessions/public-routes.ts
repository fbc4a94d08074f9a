import { rolePermissions, sessionRoutes } from '@agent-home/http-contract';
import {
  authenticateSession,
  beginSession,
  endSession,
  hasOwnerlessAgents,
  ownerName,
} from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import type { ApiContext } from '../../context/api-context.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Routes } from '../../routing/route-types.ts';
import { getAddress } from '../../server/client-address.ts';
import { getOrigin, requireOwnPage } from '../../sessions/same-site.ts';
import { SessionCookie } from '../../sessions/session-cookie.ts';

/** Creates a function that describes the viewer of the web UI. */
function createPageViewer({ platform, options, openId }: ApiContext) {
  const cookie = new SessionCookie(options);
  return async (request: FastifyRequest) => {
    const secret = cookie.read(request);
    const session = secret === undefined ? undefined : await authenticateSession(platform, secret);
    if (!session)
      return {
        role: options.anonymousPage ? ('anonymous' as const) : ('nobody' as const),
        ...(openId ? { sign_in_at: openId.name } : {}),
      };
    const { principal, label, expiresAt } = session;
    const user = principal.user && { user_id: principal.user.userId };
    const permissions = [...rolePermissions[principal.role]];
    const common = { label, expires_at: expiresAt.toISOString(), permissions, ...user };
    const { database } = platform;
    if (principal.role === 'admin')
      return { role: 'admin' as const, ...common, has_agents: await hasOwnerlessAgents(database) };
    if (principal.role !== 'owner') return { role: principal.role, ...common };
    const { ownerId, scopes } = principal;
    const name = await ownerName(database, ownerId);
    const called = name === undefined ? {} : { owner_name: name };
    return { role: 'owner' as const, owner_id: ownerId, ...called, scopes: [...scopes], ...common };
  };
}

/** Signing in and out with a browser. */
export function registerSessions({ app, context, served }: Routes): void {
  const { platform, options, failedSignIns, openId } = context;
  const cookie = new SessionCookie(options);

  const viewer = createPageViewer(context);

  app.route({
    ...served(sessionRoutes.showViewer),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return viewer(request);
    },
  });

  app.route({
    ...served(sessionRoutes.signIn),
    handler: async (request, reply) => {
      // Without this check another site could sign a browser in with a foreign account, whose owner would see the user's input.
      requireOwnPage(request, options.authorities);
      const begun = await beginSession(platform, request.body.token);
      if (!begun) {
        failedSignIns.note(getAddress(request), request.body.token);
        throw new ApiError('unauthenticated', 'the token is unknown, revoked or expired; use another one');
      }
      const seconds = Math.floor((begun.expiresAt.getTime() - platform.now().getTime()) / 1000);
      cookie.write(reply, begun.secret, seconds);
      return reply.status(204).send(null);
    },
  });

  app.route({
    ...served(sessionRoutes.signOut),
    handler: async (request, reply) => {
      requireOwnPage(request, options.authorities);
      const secret = cookie.read(request);
      const session = secret === undefined ? undefined : await authenticateSession(platform, secret);
      if (secret !== undefined) await endSession(platform, secret);
      cookie.remove(reply);
      const isUser = session?.principal.user !== undefined;
      const url = isUser ? await openId?.endUrl(`${getOrigin(request, options.authorities)}/`) : undefined;
      if (url !== undefined) return reply.status(200).send({ url });
      return reply.status(204).send(null);
    },
  });
}
