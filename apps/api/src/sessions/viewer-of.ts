import { authenticateToken, type Viewer } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import type { ApiContext } from '../api-context.ts';
import { ApiError } from '../errors/api-error.ts';

/** Finds whom a page is shown to; undefined where one has to sign in first. */
export function openViewerOf(context: ApiContext): (request: FastifyRequest) => Promise<Viewer | undefined> {
  const { platform, options } = context;
  return async (request) => {
    const { authorization } = request.headers;
    if (authorization === undefined) return options.anonymousPage ? { role: 'anonymous' } : undefined;
    const token = /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(authorization)?.[1];
    const principal = token === undefined ? undefined : await authenticateToken(platform, token);
    if (!principal) throw new ApiError('unauthenticated', 'send a valid bearer token');
    request.principal = principal.tokenId;
    return principal.role === 'admin' ? { role: 'admin' } : { role: 'owner', ownerId: principal.ownerId };
  };
}
