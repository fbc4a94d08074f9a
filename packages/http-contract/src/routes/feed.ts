import { feedEndpoints } from '../endpoints/endpoints.ts';
import { acknowledgedSchema, acknowledgementSchema, feedQuerySchema, feedSchema } from '../feed/feed.ts';
import { defineRoute } from './define-route.ts';

export const feedRoutes = {
  read: defineRoute(feedEndpoints.read, {
    access: 'agent',
    summary: 'Events I have not consumed, of myself and of the topics and tasks I follow',
    query: feedQuerySchema,
    responses: { 200: feedSchema },
  }),
  acknowledge: defineRoute(feedEndpoints.acknowledge, {
    access: 'agent',
    summary: 'Consume events, one by one or up to a cursor',
    body: acknowledgementSchema,
    responses: { 200: acknowledgedSchema },
  }),
};
