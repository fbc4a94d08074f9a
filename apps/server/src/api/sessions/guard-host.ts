import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiContext } from '../context/api-context.ts';
import { isOwnHost, requireOneAuthority, requireOwnHost } from './same-site.ts';
import { createUserReader } from './signed-in-user.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers under any name: says nothing of the home, or wants a token of its own. */
    isForAnyHost?: boolean;
  }
}

/**
 * On every route that does not say otherwise: a browser that was led here under another name can be made to send any
 * header, so that only a token that turns out to be good excuses the name.
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
  // Only now have requests been counted: a token is looked up in the database.
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
