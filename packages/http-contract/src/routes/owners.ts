import { ownerEndpoints } from '../endpoints/endpoints.ts';
import { ownerHomeQuerySchema, ownerHomeSchema } from '../owners/home.ts';
import {
  newOwnerAnswerSchema,
  newOwnerSchema,
  officeOwnerListSchema,
  officeOwnerQuerySchema,
} from '../owners/owners.ts';
import { defineRoute } from './define-route.ts';

export const ownerRoutes = {
  showHome: defineRoute(ownerEndpoints.showHome, {
    access: ['agents', 'own'],
    summary: 'Get the agents of an owner: activity, replies, pending work and used limits',
    query: ownerHomeQuerySchema,
    responses: { 200: ownerHomeSchema },
  }),
  list: defineRoute(ownerEndpoints.list, {
    access: ['office.read'],
    summary: 'Owners',
    query: officeOwnerQuerySchema,
    responses: { 200: officeOwnerListSchema },
  }),
  create: defineRoute(ownerEndpoints.create, {
    access: ['identities'],
    summary: 'Create an owner',
    body: newOwnerSchema,
    responses: { 201: newOwnerAnswerSchema },
    isDoneOnce: true,
  }),
};
