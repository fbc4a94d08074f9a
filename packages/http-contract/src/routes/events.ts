import { z } from 'zod';
import { eventEndpoints } from '../endpoints/endpoints.ts';
import {
  eventListSchema,
  eventParamsSchema,
  eventQuerySchema,
  eventViewSchema,
  replayedSchema,
  replaySchema,
} from '../events/events.ts';
import { defineRoute } from './define-route.ts';

/** The path of the webhook holds its secret. */
const pushParamsSchema = z.object({ token: z.string() });

export const eventRoutes = {
  list: defineRoute(eventEndpoints.list, {
    access: ['operations.read'],
    summary: 'Object events as they were received; with dead=true what could not be handled',
    query: eventQuerySchema,
    responses: { 200: eventListSchema },
  }),
  show: defineRoute(eventEndpoints.show, {
    access: ['operations.read'],
    summary: 'One event, or one dead letter',
    params: eventParamsSchema,
    responses: { 200: eventViewSchema },
  }),
  replay: defineRoute(eventEndpoints.replay, {
    access: ['operations'],
    summary: 'Put what could not be handled back to work',
    body: replaySchema,
    responses: { 200: replayedSchema },
    isDoneOnce: true,
  }),
  pushFromOss: defineRoute(eventEndpoints.pushFromOss, {
    access: 'store',
    summary: 'Object events that SMQ pushes',
    params: pushParamsSchema,
    isHidden: true,
    ignoresUnknownQuery: true,
  }),
  pushFromS3: defineRoute(eventEndpoints.pushFromS3, {
    access: 'store',
    summary: 'Object events that MinIO pushes',
    isHidden: true,
    ignoresUnknownQuery: true,
  }),
};
