import { nothingSchema, signInSchema, viewerSchema } from '@agent-home/http-contract';
import {
  authenticateSession,
  beginSession,
  endSession,
  hasOwnerlessAgents,
  ownerName,
} from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/api-error.ts';
import type { Routes } from '../../routing/route-types.ts';
import { addressOf } from '../../server/address-of.ts';
import { requireOwnPage } from '../../sessions/same-site.ts';
import { SessionCookie } from '../../sessions/session-cookie.ts';

/** Signing in and out, for people with browsers. */
export function registerSessions({ app, context }: Routes): void {
  const { platform, options, failedSignIns } = context;
  const cookie = new SessionCookie(options);

  const viewer = async (request: FastifyRequest) => {
    const secret = cookie.read(request);
    const session = secret === undefined ? undefined : await authenticateSession(platform, secret);
    if (!session) return { role: options.anonymousPage ? ('anonymous' as const) : ('nobody' as const) };
    const { principal, label, expiresAt } = session;
    const common = { label, expires_at: expiresAt.toISOString() };
    const { database } = platform;
    if (principal.role === 'admin')
      return { role: 'admin' as const, ...common, has_agents: await hasOwnerlessAgents(database) };
    const { ownerId, scopes } = principal;
    const name = await ownerName(database, ownerId);
    const called = name === undefined ? {} : { owner_name: name };
    return { role: 'owner' as const, owner_id: ownerId, ...called, scopes: [...scopes], ...common };
  };

  app.get(
    '/v1/session',
    { schema: { summary: 'Whom the page is shown to', response: { 200: viewerSchema } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return viewer(request);
    },
  );

  app.post(
    '/v1/session',
    {
      schema: {
        summary: 'Sign in: a token becomes a cookie of this browser',
        body: signInSchema,
        response: { 204: nothingSchema },
      },
    },
    async (request, reply) => {
      // Else another site could sign a browser in as somebody else, who would then see what is typed here.
      requireOwnPage(request, options.authorities);
      const begun = await beginSession(platform, request.body.token);
      if (!begun) {
        failedSignIns.note(addressOf(request), request.body.token);
        throw new ApiError('unauthenticated', 'this token is not known, was revoked, or ran out');
      }
      const seconds = Math.floor((begun.expiresAt.getTime() - platform.now().getTime()) / 1000);
      cookie.write(reply, begun.secret, seconds);
      return reply.status(204).send(null);
    },
  );

  app.delete(
    '/v1/session',
    { schema: { summary: 'Sign out', response: { 204: nothingSchema } } },
    async (request, reply) => {
      requireOwnPage(request, options.authorities);
      const secret = cookie.read(request);
      if (secret !== undefined) await endSession(platform, secret);
      cookie.remove(reply);
      return reply.status(204).send(null);
    },
  );
}
