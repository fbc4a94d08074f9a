import { beginSpan, contextOf } from '@agent-home/platform';
import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined;
  }
}

/**
 * A span for every request, in the caller's trace where it sent a `traceparent`. What follows runs in its context from
 * the time the body is there: reading it would lose the context. Costs next to nothing where nobody collects.
 */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const given = request.headers.traceparent;
    const route = request.routeOptions.url ?? 'none';
    const span = beginSpan(`${request.method} ${route}`, {
      parent: contextOf(typeof given === 'string' ? given : undefined),
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': request.method, 'http.route': route },
    });
    request.span = span;
    // Also where nobody waits for the answer any more: what is never ended is never told.
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
