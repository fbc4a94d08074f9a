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
    summary: 'Whom the page is shown to',
    responses: { 200: viewerSchema },
  }),
  signIn: defineRoute(sessionEndpoints.signIn, {
    access: 'everybody',
    summary: 'Sign in: a token becomes a cookie of this browser',
    body: signInSchema,
    responses: { 204: nothingSchema },
  }),
  signOut: defineRoute(sessionEndpoints.signOut, {
    access: 'everybody',
    summary: 'Sign out; with 200 the answer says where the provider’s session ends as well',
    responses: { 200: signedOutSchema, 204: nothingSchema },
  }),
  beginOpenId: defineRoute(sessionEndpoints.beginOpenId, {
    access: 'everybody',
    summary: 'Begin to sign in at the OpenID provider: the answer says where the browser goes',
    body: beginSignInSchema,
    responses: { 200: begunSignInSchema },
  }),
  finishOpenId: defineRoute(sessionEndpoints.finishOpenId, {
    access: 'everybody',
    summary: 'Where the OpenID provider sends the browser back to',
    query: signInAnswerSchema,
    responses: { 303: nothingSchema },
  }),
  listOwn: defineRoute(sessionEndpoints.listOwn, {
    access: 'signed_in',
    summary: 'My signed-in browsers',
    responses: { 200: sessionListSchema },
  }),
  endOwn: defineRoute(sessionEndpoints.endOwn, {
    access: 'signed_in',
    summary: 'Sign one of my browsers out',
    params: sessionParamsSchema,
    responses: { 200: revokedSessionSchema },
  }),
  list: defineRoute(sessionEndpoints.list, {
    access: ['identities'],
    summary: 'Browsers that are signed in',
    responses: { 200: sessionListSchema },
  }),
  end: defineRoute(sessionEndpoints.end, {
    access: ['identities'],
    summary: 'Sign a browser out',
    params: sessionParamsSchema,
    responses: { 200: revokedSessionSchema },
  }),
};
