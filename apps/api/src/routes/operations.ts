import { isReachable } from '@agent-home/database';
import { openBacklogMeter } from '@agent-home/platform';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';
import { sameToken } from '../events/same-token.ts';
import type { Routes } from './route-types.ts';

const okSchema = z.object({ status: z.literal('ok') });

/** Liveness says the process runs, readiness that it can do its work. */
export function registerOperationRoutes({ app, context, authentication }: Routes): void {
  const { platform, closing, options } = context;
  const config = { rateLimit: false, isForAnyHost: true } as const;
  const measureBacklog = openBacklogMeter(platform);

  app.get(
    '/healthz',
    { config, schema: { summary: 'The process runs', response: { 200: okSchema } } },
    async () => ({
      status: 'ok' as const,
    }),
  );

  app.get(
    '/readyz',
    { config, schema: { summary: 'Ready for work', response: { 200: okSchema } } },
    async () => {
      if (closing.aborted)
        throw new ApiError('service_unavailable', 'shutting down', { retryAfterSeconds: 5 });
      if (!(await isReachable(platform.database))) {
        throw new ApiError('service_unavailable', 'the database is away', { retryAfterSeconds: 2 });
      }
      return { status: 'ok' as const };
    },
  );

  // They count what everybody does, also where others may not look: whoever reads them sees private topics move.
  app.get(
    '/metrics',
    {
      config,
      schema: { summary: 'Prometheus metrics, for a metrics token or an admin' },
      preHandler: async (request) => {
        const token = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1];
        const isKnown = token && options.metricsTokens.some((expected) => sameToken(expected, token));
        if (!isKnown) await authentication.admin(request);
      },
    },
    async (_request, reply) => {
      await measureBacklog();
      const { registry } = platform.metrics;
      return reply.header('content-type', registry.contentType).send(await registry.metrics());
    },
  );
}
