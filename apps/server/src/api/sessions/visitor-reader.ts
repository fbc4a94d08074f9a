import { readsEverything } from '@agent-home/http-contract';
import type { TokenPrincipal, Viewer } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import type { ApiContext } from '../context/api-context.ts';
import { createUserReader } from './signed-in-user.ts';

export interface Visitor {
  viewer: Viewer;
  /** Names of its credentials; empty for an anonymous visitor. */
  credentials: string[];
}

/**
 * Returns a function that finds the visitor of a request; `undefined` if the home requires signing in. @throws
 * ApiError
 */
export function createVisitorReader(
  context: ApiContext,
): (request: FastifyRequest) => Promise<Visitor | undefined> {
  const personOf = createUserReader(context);
  const { anonymousPage } = context.options;
  return async (request) => {
    const person = await personOf(request);
    if (!person) return anonymousPage ? { viewer: { role: 'anonymous' }, credentials: [] } : undefined;
    const { principal, credentials } = person;
    return { viewer: loadViewer(principal), credentials };
  };
}

function loadViewer(principal: TokenPrincipal): Viewer {
  if (principal.role === 'owner') return { role: 'owner', ownerId: principal.ownerId };
  return readsEverything.has(principal.role) ? { role: 'admin' } : { role: 'anonymous' };
}
