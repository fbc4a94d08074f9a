import type { FastifyInstance } from 'fastify';
import { completeDocument } from './openapi-document.ts';

/** `/openapi.json`, made when it is first asked for: every route has been registered by then. */
export function serveDocument(scope: FastifyInstance, app: FastifyInstance): void {
  let document: object | undefined;
  scope.get('/openapi.json', { schema: { hide: true } }, async () => {
    document ??= completeDocument(app.swagger());
    return document;
  });
}
