import type { Viewer } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import { createVisitorReader, type Visitor } from '../sessions/visitor-reader.ts';
import type { Routes } from './route-types.ts';

export interface PublicRoutes extends Routes {
  /** @throws ApiError `unauthenticated` if the viewer has to sign in first */
  loadViewer(request: FastifyRequest): Promise<Viewer>;
  /**
   * Loads the viewer and its credentials.
   * @throws ApiError `unauthenticated`
   */
  loadVisitor(request: FastifyRequest): Promise<Visitor>;
}

export function createPublicRoutes(routes: Routes): PublicRoutes {
  const find = createVisitorReader(routes.context);
  async function loadVisitor(request: FastifyRequest): Promise<Visitor> {
    const visitor = await find(request);
    if (!visitor) throw new ApiError('unauthenticated', 'the request needs a signed-in user; sign in first');
    return visitor;
  }
  return { ...routes, loadVisitor, loadViewer: async (request) => (await loadVisitor(request)).viewer };
}
