import { objectEndpoints } from '../endpoints/endpoints.ts';
import { objectQuerySchema } from '../parts/parameters.ts';
import { defineRoute } from './define-route.ts';

export const objectRoutes = {
  read: defineRoute(objectEndpoints.read, {
    access: 'viewer',
    summary: 'One certified object, byte for byte as it lies in the bucket',
    query: objectQuerySchema,
    content: { 'application/json': 'object' },
    isConditional: true,
  }),
};
