import { objectEndpoints } from '../endpoints/endpoints.ts';
import { objectQuerySchema } from '../parts/parameters.ts';
import { defineRoute } from './define-route.ts';

export const objectRoutes = {
  read: defineRoute(objectEndpoints.read, {
    access: 'viewer',
    summary: 'Get the bytes of a certified object',
    query: objectQuerySchema,
    content: { 'application/json': 'object' },
    isConditional: true,
  }),
};
