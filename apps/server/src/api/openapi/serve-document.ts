import { schemaRoutes } from '@agent-home/http-contract';
import type { FastifyInstance } from 'fastify';
import type { Routes } from '../routing/route-types.ts';
import { completeDocument } from './openapi-document.ts';

/** Serves `/openapi.json`. The document is created at the first request, because every route has been registered by then. */
export function serveDocument({ app, served }: Routes, documented: FastifyInstance): void {
  let document: object | undefined;
  app.route({
    ...served(schemaRoutes.openApi),
    handler: async () => {
      document ??= completeDocument(documented.swagger());
      return document;
    },
  });
}
