import { observe, type Platform } from '@agent-home/platform';
import type { FastifyInstance } from 'fastify';

/** Every answer is logged and its time measured: by its route, never by its URL, which may hold a webhook's token. */
export function observeAnswers(app: FastifyInstance, { metrics }: Pick<Platform, 'metrics'>): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, principal } = request;
    const answered = { method, route: routeOptions.url, status: reply.statusCode, principal };
    request.log.info({ ...answered, milliseconds: Math.round(reply.elapsedTime) }, 'answered');
    // A stream lasts as long as somebody looks.
    if (routeOptions.config.isStream) return;
    observe(metrics.requestSeconds, reply.elapsedTime / 1000, { route: routeOptions.url ?? 'none' });
  });
}
