import { operationsRoutes } from '@agent-home/http-contract';
import { createBacklogMeter } from '@agent-home/platform';
import { isReachable } from '@agent-home/platform/database';
import { sameToken } from '../../authentication/same-token.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Routes } from '../../routing/route-types.ts';
import { bearerToken } from '../../sessions/bearer-token.ts';

const config = { rateLimit: false, isForAnyHost: true } as const;

/** Registers liveness, which means that the process runs, and readiness, which means that it can do its work. */
export function registerProbes({ app, context, served }: Routes): void {
  const { platform, closing } = context;

  app.route({
    ...served(operationsRoutes.isAlive),
    config,
    handler: async () => ({
      status: 'ok' as const,
    }),
  });

  app.route({
    ...served(operationsRoutes.isReady),
    config,
    handler: async () => {
      if (closing.aborted)
        throw new ApiError('service_unavailable', 'the API is shutting down; retry', {
          retryAfterSeconds: 5,
        });
      if (!(await isReachable(platform.database))) {
        throw new ApiError('service_unavailable', 'the database is not available; retry', {
          retryAfterSeconds: 2,
        });
      }
      return { status: 'ok' as const };
    },
  });
}

export function registerMetrics({ app, context, authentication, served }: Routes): void {
  const { platform, options } = context;
  const checkUser = authentication.permitted(operationsRoutes.readMetrics.access);
  const measureBacklog = createBacklogMeter(platform);

  // Metrics count all activity, also private: their reader sees private topics change.
  app.route({
    ...served(operationsRoutes.readMetrics),
    config,
    preHandler: async (request) => {
      const token = bearerToken(request.headers);
      const isKnown = token && options.metricsTokens.some((expected) => sameToken(expected, token));
      if (!isKnown) await checkUser(request);
    },
    handler: async (_request, reply) => {
      await measureBacklog();
      const { registry } = platform.metrics;
      return reply.header('content-type', registry.contentType).send(await registry.metrics());
    },
  });
}
