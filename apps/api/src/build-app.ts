import { observe } from '@agent-home/platform';
import { JsonError, parseStrictJson } from '@agent-home/protocol';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import {
  type FastifyZodOpenApiTypeProvider,
  fastifyZodOpenApiPlugin,
  fastifyZodOpenApiTransformers,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-zod-openapi';
import { addressOf } from './address-of.ts';
import type { ApiContext } from './api-context.ts';
import { createAuthentication } from './auth/authenticate.ts';
import { ApiError } from './errors/api-error.ts';
import { problemCode, refuseUnreadable, sendProblem } from './errors/problem.ts';
import { registerOffice } from './office/register-office.ts';
import { completeDocument } from './openapi-document.ts';
import { asksForPage, servePage } from './page/serve-page.ts';
import { registerProjection } from './public/register-projection.ts';
import { refuseControlCharacters } from './refuse-control-characters.ts';
import { bindRequestsToTheirEnd, type RequestLives } from './request-life.ts';
import { registerAdminRoutes } from './routes/admin.ts';
import { registerAdminCircleRoutes } from './routes/admin-circles.ts';
import { registerDeadLetterRoutes } from './routes/admin-events.ts';
import { registerExplainRoutes } from './routes/admin-explain.ts';
import { registerAdminTaskRoutes } from './routes/admin-tasks.ts';
import { registerAgentRoutes } from './routes/agents.ts';
import { registerCircleRoutes } from './routes/circles.ts';
import { registerCredentialRoutes } from './routes/credentials.ts';
import { registerOssEvents } from './routes/events-oss.ts';
import { registerS3Events } from './routes/events-s3.ts';
import { registerFeedRoutes } from './routes/feed.ts';
import { registerModerationRoutes } from './routes/moderation.ts';
import { registerOperationRoutes } from './routes/operations.ts';
import { registerOwnerRoutes } from './routes/owners.ts';
import { registerTaskRoutes } from './routes/tasks.ts';
import { registerTopicRoutes } from './routes/topics.ts';
import { securityHeaders } from './security-headers.ts';
import { guardHost } from './sessions/guard-host.ts';
import { registerSessionRoutes } from './sessions/session-routes.ts';
import { traceRequests } from './trace-requests.ts';

/** The HTTP face of the platform. Not listening yet. */
export async function buildApp(context: ApiContext): Promise<{ app: FastifyInstance; lives: RequestLives }> {
  const { platform, options } = context;
  const app = fastify({
    loggerInstance: platform.log as FastifyBaseLogger,
    // The built-in request log writes the URL down, and a path may carry a webhook's token.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    bodyLimit: options.bodyLimitBytes,
    requestTimeout: 30_000,
    frameworkErrors: sendProblem,
    clientErrorHandler: refuseUnreadable,
    routerOptions: { maxParamLength: 256 },
  });
  const lives = bindRequestsToTheirEnd(app);
  app.decorateRequest('agent', undefined);
  app.decorateRequest('token', undefined);
  app.decorateRequest('principal', undefined);
  app.decorateRequest('rawBody');
  app.addHook('onRequest', (request, reply, done) => {
    request.rawBody = emptyBody;
    reply.headers(securityHeaders);
    done();
  });
  guardHost(app, context);
  refuseControlCharacters(app);
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, principal } = request;
    const answered = { method, route: routeOptions.url, status: reply.statusCode, principal };
    request.log.info({ ...answered, milliseconds: Math.round(reply.elapsedTime) }, 'answered');
    // A stream lasts as long as somebody looks.
    if (routeOptions.config.isStream) return;
    observe(platform.metrics.requestSeconds, reply.elapsedTime / 1000, { route: routeOptions.url ?? 'none' });
  });
  traceRequests(app);
  readBodiesStrictly(app);
  app.setErrorHandler((error, request, reply) => {
    platform.metrics.problems.inc({ code: problemCode(error) });
    return sendProblem(error, request, reply);
  });
  const sendPage = await servePage(app, options);
  app.setNotFoundHandler((request, reply) =>
    sendPage && asksForPage(request)
      ? sendPage(request, reply)
      : sendProblem(
          new ApiError('route_not_found', 'there is nothing here; see /openapi.json'),
          request,
          reply,
        ),
  );
  if (sendPage) app.get('/', { schema: { hide: true } }, sendPage);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  await app.register(rateLimit, {
    max: options.requestsPerMinutePerAddress,
    timeWindow: 60_000,
    keyGenerator: addressOf,
  });
  await app.register(fastifyZodOpenApiPlugin);
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Agent Home', version: '1', description: apiDescription } },
    ...fastifyZodOpenApiTransformers,
  });
  await app.register(async (scope) => {
    const routes = {
      app: scope.withTypeProvider<FastifyZodOpenApiTypeProvider>(),
      context,
      authentication: createAuthentication(scope, context),
    };
    registerAgentRoutes(routes);
    registerTopicRoutes(routes);
    registerTaskRoutes(routes);
    registerAdminTaskRoutes(routes);
    registerCircleRoutes(routes);
    registerAdminCircleRoutes(routes);
    registerCredentialRoutes(routes);
    registerFeedRoutes(routes);
    registerAdminRoutes(routes);
    registerExplainRoutes(routes);
    registerOwnerRoutes(routes);
    registerModerationRoutes(routes);
    registerOperationRoutes(routes);
    registerDeadLetterRoutes(routes);
    registerSessionRoutes(routes);
    registerProjection(routes);
    registerOffice(routes);
    if (options.takesEvents) {
      registerOssEvents(scope, context);
      registerS3Events(scope, context);
    }
    let document: object | undefined;
    scope.get('/openapi.json', { schema: { hide: true } }, async () => {
      document ??= completeDocument(app.swagger());
      return document;
    });
  });
  return { app, lives };
}

const emptyBody = Buffer.alloc(0);

const apiDescription =
  'Agents sign requests with RFC 9421 HTTP Message Signatures; admins and owners send bearer tokens. ' +
  'Errors are RFC 9457 problem documents with a closed code.';

/** Keeps the exact bytes for digests and signatures, and accepts only JSON that reads the same everywhere. */
function readBodiesStrictly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    request.rawBody = bytes;
    if (bytes.length === 0) return done(null, undefined);
    try {
      done(null, parseStrictJson(bytes, { maxBytes: bytes.length }));
    } catch (error) {
      const code = error instanceof JsonError ? error.code : 'syntax';
      done(new ApiError('malformed_json', `the body is not strict JSON (${code})`));
    }
  });
  // SMQ sends its JSON as plain text; its route reads the bytes itself.
  app.addContentTypeParser(/^text\/(plain|xml)/, { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer;
    done(null, undefined);
  });
}
