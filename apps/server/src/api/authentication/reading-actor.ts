import type { Actor } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

/** Returns the principal that reads. Reading needs no scope: a token of an owner reads what its owner may see. */
export function readingActor({ token }: FastifyRequest): Actor {
  if (!token)
    throw new ApiError('unauthenticated', 'the bearer token is missing or not valid; send a valid one');
  return token.role === 'owner' ? { role: 'owner', ownerId: token.ownerId } : { role: 'admin' };
}
