import type { Route } from '@agent-home/http-contract';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { FastifyZodOpenApiTypeProvider } from 'fastify-zod-openapi';
import { type Authentication, createAuthentication } from '../authentication/authenticate.ts';
import type { ApiContext } from '../context/api-context.ts';
import { type Served, serveRoute } from './serve-route.ts';

type ApiApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  FastifyZodOpenApiTypeProvider
>;

export interface Routes {
  app: ApiApp;
  context: ApiContext;
  authentication: Authentication;
  /** Options of Fastify for a route of the contract, with the check of its callers. */
  served<One extends Route>(route: One): Served<One>;
}

export function createRoutes(app: FastifyInstance, context: ApiContext): Routes {
  const authentication = createAuthentication(app, context);
  return {
    app: app.withTypeProvider<FastifyZodOpenApiTypeProvider>(),
    context,
    authentication,
    served: (route) => serveRoute(route, authentication),
  };
}
