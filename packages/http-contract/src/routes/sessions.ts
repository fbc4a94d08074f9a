import { sessionEndpoints } from '../endpoints/endpoints.ts';
import { nothingSchema, signInSchema, viewerSchema } from '../sessions/session.ts';
import {
  beginSignInSchema,
  begunSignInSchema,
  revokedSessionSchema,
  sessionListSchema,
  sessionParamsSchema,
  signedOutSchema,
  signInAnswerSchema,
} from '../users/users.ts';
import { defineRoute } from './define-route.ts';

export const sessionRoutes = {
  showViewer: defineRoute(sessionEndpoints.showViewer, {
    access: 'everybody',
    summary: 'Get the current viewer',
    responses: { 200: viewerSchema },
  }),
  signIn: defineRoute(sessionEndpoints.signIn, {
    access: 'everybody',
    summary: 'Sign in with a token; sets a session cookie',
    body: signInSchema,
    responses: { 204: nothingSchema },
  }),
  signOut: defineRoute(sessionEndpoints.signOut, {
    access: 'everybody',
    summary: 'Sign out; status 200 has the URL that ends the session at the provider',
    responses: { 200: signedOutSchema, 204: nothingSchema },
  }),
  beginOpenId: defineRoute(sessionEndpoints.beginOpenId, {
    access: 'everybody',
    summary: 'Start a sign-in at the OpenID provider; returns its URL',
    body: beginSignInSchema,
    responses: { 200: begunSignInSchema },
  }),
  finishOpenId: defineRoute(sessionEndpoints.finishOpenId, {
    access: 'everybody',
    summary: 'Finish a sign-in after the redirect of the OpenID provider',
    query: signInAnswerSchema,
    responses: { 303: nothingSchema },
  }),
  listOwn: defineRoute(sessionEndpoints.listOwn, {
    access: 'signed_in',
    summary: 'List own sessions',
    responses: { 200: sessionListSchema },
  }),
  endOwn: defineRoute(sessionEndpoints.endOwn, {
    access: 'signed_in',
    summary: 'End an own session',
    params: sessionParamsSchema,
    responses: { 200: revokedSessionSchema },
  }),
  list: defineRoute(sessionEndpoints.list, {
    access: ['identities'],
    summary: 'List all sessions',
    responses: { 200: sessionListSchema },
  }),
  end: defineRoute(sessionEndpoints.end, {
    access: ['identities'],
    summary: 'End a session',
    params: sessionParamsSchema,
    responses: { 200: revokedSessionSchema },
  }),
};
