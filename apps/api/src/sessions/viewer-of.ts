import type { Viewer } from '@agent-home/platform';
import type { FastifyRequest } from 'fastify';
import type { ApiContext } from '../api-context.ts';
import { openPersonOf } from './person-of.ts';

/** For whom a request is answered; `undefined` where people have to sign in first. @throws ApiError */
export function openViewerOf(context: ApiContext): (request: FastifyRequest) => Promise<Viewer | undefined> {
  const personOf = openPersonOf(context);
  const { anonymousPage } = context.options;
  return async (request) => {
    const person = await personOf(request);
    if (!person) return anonymousPage ? { role: 'anonymous' } : undefined;
    return person.role === 'admin' ? { role: 'admin' } : { role: 'owner', ownerId: person.ownerId };
  };
}
