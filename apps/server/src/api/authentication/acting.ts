import type { OwnerScope } from '@agent-home/http-contract';
import type { Actor } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

/** Returns the actor of a request on a route for owners and admins. An owner acts only within the scopes of its token. */
export function acting(request: FastifyRequest, scope: OwnerScope): Actor {
  const { token } = request;
  if (!token)
    throw new ApiError('unauthenticated', 'the bearer token is missing or not valid; send a valid one');
  // Other roles reach these routes by a permission on all agents or topics.
  if (token.role !== 'owner') return { role: 'admin' };
  if (!token.scopes.includes(scope))
    throw new ApiError('forbidden', `the token lacks the scope ${scope}; use a token that has it`);
  return { role: 'owner', ownerId: token.ownerId };
}
