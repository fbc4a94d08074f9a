import { userEndpoints } from '../endpoints/endpoints.ts';
import {
  invitationListSchema,
  invitationParamsSchema,
  newInvitationAnswerSchema,
  newInvitationSchema,
  revokedInvitationSchema,
  userActionSchema,
  userListSchema,
  userParamsSchema,
  userSchema,
} from '../users/users.ts';
import { defineRoute } from './define-route.ts';

export const userRoutes = {
  list: defineRoute(userEndpoints.list, {
    access: ['identities'],
    summary: 'List named users with their roles',
    responses: { 200: userListSchema },
  }),
  act: defineRoute(userEndpoints.act, {
    access: ['identities'],
    summary: 'Change the role of a user, or disable (ends its sessions) or enable it',
    params: userParamsSchema,
    body: userActionSchema,
    responses: { 200: userSchema },
  }),
  listInvitations: defineRoute(userEndpoints.listInvitations, {
    access: ['identities'],
    summary: 'List invitations of users',
    responses: { 200: invitationListSchema },
  }),
  invite: defineRoute(userEndpoints.invite, {
    access: ['identities'],
    summary: 'Invite a user to a role; the response has the only copy of the secret',
    body: newInvitationSchema,
    responses: { 201: newInvitationAnswerSchema },
  }),
  revokeInvitation: defineRoute(userEndpoints.revokeInvitation, {
    access: ['identities'],
    summary: 'Revoke an invitation',
    params: invitationParamsSchema,
    responses: { 200: revokedInvitationSchema },
  }),
};
