import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-zod-openapi';
import type { ApiContext, ApiOptions } from './context/api-context.ts';
import { answerProblems } from './errors/answer-problems.ts';
import { refuseUnreadable, sendProblem } from './errors/problem.ts';
import { describeRoutes } from './openapi/describe-routes.ts';
import { serveDocument } from './openapi/serve-document.ts';
import { answerElsewhere } from './page/answer-elsewhere.ts';
import { registerPageAddresses } from './page/preview/page-addresses.ts';
import { serveDocuments } from './page/serve-documents.ts';
import { servePage } from './page/serve-page.ts';
import { registerRoutes } from './routes/register-routes.ts';
import { offerCompression } from './routing/compression.ts';
import { refuseUnknownParameters } from './routing/refuse-unknown-parameters.ts';
import { createRoutes } from './routing/route-types.ts';
import { getAddress } from './server/client-address.ts';
import { compileOnce } from './server/compile-once.ts';
import { encodeOnce } from './server/encode-once.ts';
import { holdAnswers } from './server/hold-answers.ts';
import { observeAnswers } from './server/observe-answers.ts';
import { readBodiesStrictly } from './server/read-bodies.ts';
import { refuseControlCharacters } from './server/refuse-control-characters.ts';
import { bindRequestsToTheirEnd, type RequestLives } from './server/request-life.ts';
import { sendSecurityHeaders } from './server/security-headers.ts';
import { traceRequests } from './server/trace-requests.ts';
import { guardHost } from './sessions/guard-host.ts';

/** Builds the HTTP API of the platform, which is not listening yet. */
export async function buildApp(context: ApiContext): Promise<{ app: FastifyInstance; lives: RequestLives }> {
  const { platform, options } = context;
  const app = newServer(options, platform.log as FastifyBaseLogger);
  const lives = bindRequestsToTheirEnd(app);
  sendSecurityHeaders(app);
  readBodiesStrictly(app);
  guardHost(app, context);
  refuseControlCharacters(app);
  observeAnswers(app, platform);
  traceRequests(app);
  answerProblems(app, platform);
  if (options.holdsAnswers) holdAnswers(app);
  encodeOnce(app);
  const sendPage = await servePage(app, options);
  answerElsewhere(app, sendPage);
  await serveDocuments(app, options.documentsFolder);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(compileOnce);
  await app.register(rateLimit, {
    max: options.requestsPerMinutePerAddress,
    timeWindow: 60_000,
    keyGenerator: getAddress,
  });
  await offerCompression(app);
  await describeRoutes(app);
  // Registered after the rate limit, because previews of links read the database.
  if (sendPage) registerPageAddresses(app, context, sendPage);
  await app.register(async (scope) => {
    refuseUnknownParameters(scope);
    const routes = createRoutes(scope, context);
    registerRoutes(routes);
    serveDocument(routes, app);
  });
  return { app, lives };
}

function newServer(options: ApiOptions, log: FastifyBaseLogger): FastifyInstance {
  return fastify({
    loggerInstance: log,
    // The built-in request log contains the URL, and a path may contain a webhook's token.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    bodyLimit: options.bodyLimitBytes,
    requestTimeout: 30_000,
    frameworkErrors: sendProblem,
    clientErrorHandler: refuseUnreadable,
    routerOptions: { maxParamLength: 256 },
  });
}
