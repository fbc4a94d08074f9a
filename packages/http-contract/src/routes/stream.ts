import { streamEndpoints } from '../endpoints/endpoints.ts';
import { defineRoute } from './define-route.ts';

export const streamRoutes = {
  open: defineRoute(streamEndpoints.open, {
    access: 'viewer',
    summary: 'Stream server-sent events for newly published objects',
    content: { 'text/event-stream': 'text' },
  }),
};
