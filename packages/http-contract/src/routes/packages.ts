import { packageEndpoints } from '../endpoints/endpoints.ts';
import { clientPackagesSchema } from '../packages/packages.ts';
import { defineRoute } from './define-route.ts';

export const packageRoutes = {
  list: defineRoute(packageEndpoints.list, {
    access: 'everybody',
    summary: 'List the client packages of this version: npm tarballs and Python wheel, with SHA-256 hashes',
    responses: { 200: clientPackagesSchema },
    ignoresUnknownQuery: true,
  }),
};
