import {
  invitationListSchema,
  invitationParamsSchema,
  newInvitationAnswerSchema,
  newInvitationSchema,
  revokedInvitationSchema,
  revokedSessionSchema,
  sessionListSchema,
  sessionParamsSchema,
  userActionSchema,
  userListSchema,
  userParamsSchema,
  userSchema,
} from '@agent-home/http-contract';
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
import { openSessionOf } from '../../sessions/session-of.ts';

export function registerUsers({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const preHandler = authentication.admin;
  app.get(
    '/v1/admin/users',
    { schema: { summary: 'Named users and their roles', response: { 200: userListSchema } }, preHandler },
    () => listUsers(platform),
  );
  app.post(
    '/v1/admin/users/:user_id/actions',
    {
      schema: {
        summary: 'Change the role of a user, disable it, which ends its sessions, or enable it',
        params: userParamsSchema,
        body: userActionSchema,
        response: { 200: userSchema },
      },
      preHandler,
    },
    (request) => {
      const { user_id: userId } = request.params;
      const { body } = request;
      const acting = audited(platform, request, {
        action: `user.${body.action}`,
        target: `users/${userId}`,
        details: 'role' in body ? { role: body.role } : {},
      });
      return actOnUser(acting, userId, body);
    },
  );
}

export function registerInvitations({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const preHandler = authentication.admin;
  app.get(
    '/v1/admin/invitations',
    { schema: { summary: 'Invitations of users', response: { 200: invitationListSchema } }, preHandler },
    () => listInvitations(platform),
  );
  app.post(
    '/v1/admin/invitations',
    {
      schema: {
        summary: 'Invite a user to a role, once; this answer holds the only copy of the secret',
        body: newInvitationSchema,
        response: { 201: newInvitationAnswerSchema },
      },
      preHandler,
    },
    async (request, reply) => {
      const { role } = request.body;
      const about = { action: 'invitation.create', target: 'invitations', details: { role } };
      const made = await inviteUser(audited(platform, request, about), request.body);
      return reply.code(201).header('cache-control', 'no-store').send(made);
    },
  );
  app.delete(
    '/v1/admin/invitations/:invitation_id',
    {
      schema: {
        summary: 'Revoke an invitation',
        params: invitationParamsSchema,
        response: { 200: revokedInvitationSchema },
      },
      preHandler,
    },
    async (request) => {
      const { invitation_id: id } = request.params;
      const act = { action: 'invitation.revoke', target: `invitations/${id}` };
      await revokeInvitation(audited(platform, request, act), id);
      return { invitation_id: id };
    },
  );
}

export function registerAllSessions({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const preHandler = authentication.admin;
  const sessionOf = openSessionOf(context);
  app.get(
    '/v1/admin/sessions',
    { schema: { summary: 'Browsers that are signed in', response: { 200: sessionListSchema } }, preHandler },
    async (request) => listSessions(platform, await sessionOf(request)),
  );
  app.delete(
    '/v1/admin/sessions/:session_id',
    {
      schema: {
        summary: 'Sign a browser out',
        params: sessionParamsSchema,
        response: { 200: revokedSessionSchema },
      },
      preHandler,
    },
    async (request) => {
      const { session_id: id } = request.params;
      const act = { action: 'session.revoke', target: `sessions/${id}` };
      await revokeSession(audited(platform, request, act), id);
      return { session_id: id };
    },
  );
}

/** Sessions of the token or user that makes the request. */
export function registerOwnSessions({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const preHandler = authentication.signedIn;
  const sessionOf = openSessionOf(context);
  app.get(
    '/v1/sessions',
    { schema: { summary: 'My signed-in browsers', response: { 200: sessionListSchema } }, preHandler },
    async (request) => listSessions(platform, await sessionOf(request), request.token?.tokenId ?? ''),
  );
  app.delete(
    '/v1/sessions/:session_id',
    {
      schema: {
        summary: 'Sign one of my browsers out',
        params: sessionParamsSchema,
        response: { 200: revokedSessionSchema },
      },
      preHandler,
    },
    async (request) => {
      const { session_id: id } = request.params;
      const act = { action: 'session.revoke', target: `sessions/${id}` };
      await revokeSession(audited(platform, request, act), id, request.token?.tokenId ?? '');
      return { session_id: id };
    },
  );
}
