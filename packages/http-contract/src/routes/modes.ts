import { modeEndpoints } from '../endpoints/endpoints.ts';
import { modeListSchema } from '../modes/modes.ts';
import { defineRoute } from './define-route.ts';

export const modeRoutes = {
  list: defineRoute(modeEndpoints.list, {
    access: 'viewer',
    summary: 'List the modes with the schemas of their rules',
    responses: { 200: modeListSchema },
  }),
};
