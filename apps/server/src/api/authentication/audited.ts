import type { Act, Platform } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

type Acted = Omit<Act, 'actor'>;

/** Returns an act of the administrator or owner of this request. @throws ApiError `unauthenticated` without one */
export function getAct({ token }: FastifyRequest, act: Acted): Act {
  if (!token)
    throw new ApiError('unauthenticated', 'the bearer token is missing or not valid; send a valid one');
  const { user, tokenId: id, role } = token;
  return { ...act, actor: { kind: user ? 'user' : 'token', id, role } };
}

/** Returns the platform for one act: its use cases write the act to the audit log in the transaction that executes it. */
export function audited<Home extends Platform>(platform: Home, request: FastifyRequest, act: Acted): Home {
  return { ...platform, act: getAct(request, act) };
}
