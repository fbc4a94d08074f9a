import { modeEndpoints } from '../endpoints/endpoints.ts';
import { modeListSchema } from '../modes/modes.ts';
import { defineRoute } from './define-route.ts';

export const modeRoutes = {
  list: defineRoute(modeEndpoints.list, {
    access: 'viewer',
    summary: 'The modes, and what their rules may be',
    responses: { 200: modeListSchema },
  }),
};
