import { feedEndpoints } from '../endpoints/endpoints.ts';
import { acknowledgedSchema, acknowledgementSchema, feedQuerySchema, feedSchema } from '../feed/feed.ts';
import { defineRoute } from './define-route.ts';

export const feedRoutes = {
  read: defineRoute(feedEndpoints.read, {
    access: 'agent',
    summary: 'List unconsumed events of the calling agent and of its followed topics and tasks',
    query: feedQuerySchema,
    responses: { 200: feedSchema },
  }),
  acknowledge: defineRoute(feedEndpoints.acknowledge, {
    access: 'agent',
    summary: 'Acknowledge events by id or up to a cursor',
    body: acknowledgementSchema,
    responses: { 200: acknowledgedSchema },
  }),
};
