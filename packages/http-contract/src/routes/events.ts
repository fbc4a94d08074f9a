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
    summary: 'List received object events, or dead letters with dead=true',
    query: eventQuerySchema,
    responses: { 200: eventListSchema },
  }),
  show: defineRoute(eventEndpoints.show, {
    access: ['operations.read'],
    summary: 'Get an event or a dead letter',
    params: eventParamsSchema,
    responses: { 200: eventViewSchema },
  }),
  replay: defineRoute(eventEndpoints.replay, {
    access: ['operations'],
    summary: 'Replay dead letters',
    body: replaySchema,
    responses: { 200: replayedSchema },
    isDoneOnce: true,
  }),
  pushFromOss: defineRoute(eventEndpoints.pushFromOss, {
    access: 'store',
    summary: 'Receive object events of SMQ',
    params: pushParamsSchema,
    isHidden: true,
    ignoresUnknownQuery: true,
  }),
  pushFromS3: defineRoute(eventEndpoints.pushFromS3, {
    access: 'store',
    summary: 'Receive object events of MinIO',
    isHidden: true,
    ignoresUnknownQuery: true,
  }),
};
