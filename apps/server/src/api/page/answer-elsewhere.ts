import { pathTo, schemaEndpoints } from '@agent-home/http-contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import { sendProblem } from '../errors/problem.ts';
import { asksForPage, type SendPage } from './serve-page.ts';

/** Handles addresses without a route: the web UI for browsers, a problem document for others. */
export function answerElsewhere(app: FastifyInstance, sendPage: SendPage | undefined): void {
  app.setNotFoundHandler((request, reply) =>
    sendPage && asksForPage(request)
      ? sendPage(request, reply)
      : sendProblem(
          new ApiError('route_not_found', `no route has this path; see ${pathTo(schemaEndpoints.openApi)}`),
          request,
          reply,
        ),
  );
  if (sendPage) app.get('/', { schema: { hide: true } }, sendPage);
}
