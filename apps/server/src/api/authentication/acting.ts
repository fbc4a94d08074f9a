import type { OwnerScope } from '@agent-home/http-contract';
import type { Actor } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

/** Who acts, on routes behind `authentication.ownerOrAdmin`: an owner only as far as its token goes. */
export function acting(request: FastifyRequest, scope: OwnerScope): Actor {
  const { token } = request;
  if (!token) throw new ApiError('unauthenticated', 'send a valid bearer token');
  // Other roles are here by a permission on all agents or topics.
  if (token.role !== 'owner') return { role: 'admin' };
  if (!token.scopes.includes(scope)) throw new ApiError('forbidden', `this token is not for ${scope}`);
  return { role: 'owner', ownerId: token.ownerId };
}
