import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext } from '../context/api-context.ts';
import { isOwnHost, requireOneAuthority, requireOwnHost } from './same-site.ts';
import { createUserReader } from './signed-in-user.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the route responds under any host name: it discloses nothing of the home, or requires a token of its own. */
    isForAnyHost?: boolean;
  }
}

/**
 * Guards every route without `isForAnyHost` against foreign host names. A browser that was led here under another name (DNS
 * rebinding) can be made to send any header. Only a valid token therefore excuses the name.
 */
export function guardHost(app: FastifyInstance, context: ApiContext): void {
  const { authorities } = context.options;
  const personOf = createUserReader(context);
  const isAnswered = (request: FastifyRequest) =>
    isOwnHost(request, authorities) || request.routeOptions.config.isForAnyHost === true;

  app.addHook('onRequest', (request, _reply, done) => {
    requireOneAuthority(request);
    const hasExcuse = !request.is404 && request.headers.authorization !== undefined;
    if (!isAnswered(request) && !hasExcuse) requireOwnHost(request, authorities);
    done();
  });
  // Checked after the rate limit, because a token is looked up in the database.
  app.addHook('preValidation', (request, _reply, done) => {
    if (isAnswered(request)) return done();
    personOf
      .token(request)
      .then((person) => {
        if (!person) requireOwnHost(request, authorities);
      })
      .then(() => done(), done);
  });
}
