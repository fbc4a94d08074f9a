import { beginSpan, getContext } from '@agent-home/platform';
import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined;
  }
}

/**
 * Starts a span for every request, in the caller's trace if it sent a `traceparent`. Handlers run in the span's context from the
 * time the body has been read, because reading it loses the context. Costs next to nothing without a collector.
 */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const given = request.headers.traceparent;
    const route = request.routeOptions.url ?? 'none';
    const span = beginSpan(`${request.method} ${route}`, {
      parent: getContext(typeof given === 'string' ? given : undefined),
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': request.method, 'http.route': route },
    });
    request.span = span;
    // Runs even if the response is no longer awaited: a span that never ends is never exported.
    request.life.hold(() => {
      span.setAttribute('http.response.status_code', reply.raw.statusCode);
      if (reply.raw.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const { span } = request;
    if (!span) return done();
    context.with(trace.setSpan(context.active(), span), done);
  });
}
