import { tokenEndpoints } from '../endpoints/endpoints.ts';
import { officePageQuerySchema } from '../parts/paging.ts';
import {
  newTokenAnswerSchema,
  newTokenSchema,
  officeTokenListSchema,
  revokedTokenSchema,
  tokenParamsSchema,
} from '../tokens/tokens.ts';
import { defineRoute } from './define-route.ts';

export const tokenRoutes = {
  list: defineRoute(tokenEndpoints.list, {
    access: ['identities'],
    summary: 'List tokens with their rights, without their secrets',
    query: officePageQuerySchema,
    responses: { 200: officeTokenListSchema },
  }),
  create: defineRoute(tokenEndpoints.create, {
    access: ['identities'],
    summary: 'Create a bearer token; the response has its only copy',
    body: newTokenSchema,
    responses: { 201: newTokenAnswerSchema },
  }),
  revoke: defineRoute(tokenEndpoints.revoke, {
    access: ['identities'],
    summary: 'Revoke a token',
    params: tokenParamsSchema,
    responses: { 200: revokedTokenSchema },
  }),
};
