import { sessionRoutes, userRoutes } from '@agent-home/http-contract';
import {
  actOnUser,
  inviteUser,
  listInvitations,
  listSessions,
  listUsers,
  revokeInvitation,
  revokeSession,
} from '@agent-home/platform';
import { audited } from '../../authentication/audited.ts';
import type { Routes } from '../../routing/route-types.ts';
import { createSessionReader } from '../../sessions/session-reader.ts';

export function registerUsers({ app, context, served }: Routes): void {
  const { platform } = context;
  app.route({ ...served(userRoutes.list), handler: () => listUsers(platform) });
  app.route({
    ...served(userRoutes.act),
    handler: (request) => {
      const { user_id: userId } = request.params;
      const { body } = request;
      const acting = audited(platform, request, {
        action: `user.${body.action}`,
        target: `users/${userId}`,
        details: 'role' in body ? { role: body.role } : {},
      });
      return actOnUser(acting, userId, body);
    },
  });
}

export function registerInvitations({ app, context, served }: Routes): void {
  const { platform } = context;
  app.route({ ...served(userRoutes.listInvitations), handler: () => listInvitations(platform) });
  app.route({
    ...served(userRoutes.invite),
    handler: async (request, reply) => {
      const { role } = request.body;
      const about = { action: 'invitation.create', target: 'invitations', details: { role } };
      const made = await inviteUser(audited(platform, request, about), request.body);
      return reply.code(201).header('cache-control', 'no-store').send(made);
    },
  });
  app.route({
    ...served(userRoutes.revokeInvitation),
    handler: async (request) => {
      const { invitation_id: id } = request.params;
      const act = { action: 'invitation.revoke', target: `invitations/${id}` };
      await revokeInvitation(audited(platform, request, act), id);
      return { invitation_id: id };
    },
  });
}

export function registerAllSessions({ app, context, served }: Routes): void {
  const { platform } = context;
  const sessionOf = createSessionReader(context);
  app.route({
    ...served(sessionRoutes.list),
    handler: async (request) => listSessions(platform, await sessionOf(request)),
  });
  app.route({
    ...served(sessionRoutes.end),
    handler: async (request) => {
      const { session_id: id } = request.params;
      const act = { action: 'session.revoke', target: `sessions/${id}` };
      await revokeSession(audited(platform, request, act), id);
      return { session_id: id };
    },
  });
}

/** Sessions of the token or user that makes the request. */
export function registerOwnSessions({ app, context, served }: Routes): void {
  const { platform } = context;
  const sessionOf = createSessionReader(context);
  app.route({
    ...served(sessionRoutes.listOwn),
    handler: async (request) =>
      listSessions(platform, await sessionOf(request), request.token?.tokenId ?? ''),
  });
  app.route({
    ...served(sessionRoutes.endOwn),
    handler: async (request) => {
      const { session_id: id } = request.params;
      const act = { action: 'session.revoke', target: `sessions/${id}` };
      await revokeSession(audited(platform, request, act), id, request.token?.tokenId ?? '');
      return { session_id: id };
    },
  });
}
