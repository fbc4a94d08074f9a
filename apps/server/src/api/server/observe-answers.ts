import { observe, type Platform } from '@agent-home/platform';
import type { FastifyInstance } from 'fastify';

/** Logs every response and measures its time, by its route and never by its URL, which may contain a webhook's token. */
export function observeAnswers(app: FastifyInstance, { metrics }: Pick<Platform, 'metrics'>): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, principal } = request;
    const answered = { method, route: routeOptions.url, status: reply.statusCode, principal };
    request.log.info({ ...answered, milliseconds: Math.round(reply.elapsedTime) }, 'answered');
    // The duration of a stream says only how long its client stayed connected.
    if (routeOptions.config.isStream) return;
    observe(metrics.requestSeconds, reply.elapsedTime / 1000, { route: routeOptions.url ?? 'none' });
  });
}
