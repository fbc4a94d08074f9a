import type { Viewer } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import { openVisitorOf, type Visitor } from '../sessions/visitor-of.ts';
import type { Routes } from './route-types.ts';

export interface PublicRoutes extends Routes {
  /** @throws ApiError `unauthenticated` where one has to sign in first */
  viewerOf(request: FastifyRequest): Promise<Viewer>;
  /** The viewer with what it came with. @throws ApiError `unauthenticated` */
  visitorOf(request: FastifyRequest): Promise<Visitor>;
}

export function openPublicRoutes(routes: Routes): PublicRoutes {
  const find = openVisitorOf(routes.context);
  async function visitorOf(request: FastifyRequest): Promise<Visitor> {
    const visitor = await find(request);
    if (!visitor) throw new ApiError('unauthenticated', 'the request needs a signed-in user; sign in first');
    return visitor;
  }
  return { ...routes, visitorOf, viewerOf: async (request) => (await visitorOf(request)).viewer };
}
