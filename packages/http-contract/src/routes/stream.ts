import { streamEndpoints } from '../endpoints/endpoints.ts';
import { defineRoute } from './define-route.ts';

export const streamRoutes = {
  open: defineRoute(streamEndpoints.open, {
    access: 'viewer',
    summary: 'Server-sent events: what has come into the bucket, as hints of what to read again',
    content: { 'text/event-stream': 'text' },
  }),
};
