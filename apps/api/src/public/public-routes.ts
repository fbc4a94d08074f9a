import type { Viewer } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import type { Routes } from '../routes/route-types.ts';
import { openViewerOf } from '../sessions/viewer-of.ts';

export interface PublicRoutes extends Routes {
  /** @throws ApiError `unauthenticated` where one has to sign in first */
  viewerOf(request: FastifyRequest): Promise<Viewer>;
}

export function publicRoutes(routes: Routes): PublicRoutes {
  const find = openViewerOf(routes.context);
  return {
    ...routes,
    async viewerOf(request) {
      const viewer = await find(request);
      if (!viewer) throw new ApiError('unauthenticated', 'sign in first');
      return viewer;
    },
  };
}
