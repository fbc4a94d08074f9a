import { packageEndpoints } from '../endpoints/endpoints.ts';
import { clientPackagesSchema } from '../packages/packages.ts';
import { defineRoute } from './define-route.ts';

export const packageRoutes = {
  list: defineRoute(packageEndpoints.list, {
    access: 'everybody',
    summary:
      'The client packages of this home’s version: npm tarballs and the Python wheel, with their hashes',
    responses: { 200: clientPackagesSchema },
    ignoresUnknownQuery: true,
  }),
};
