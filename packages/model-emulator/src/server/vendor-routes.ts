import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anthropicWire } from '../anthropic/anthropic-wire.ts';
import * as anthropicModels from '../anthropic/list-models.ts';
import * as openAiModels from '../openai/list-models.ts';
import { openAiWire } from '../openai/openai-wire.ts';
import type { Wire } from '../wire/wire.ts';
import { WireError } from '../wire/wire-error.ts';
import { admit } from './admit.ts';
import { answerChat } from './chat-route.ts';
import { answerEmbeddings } from './embeddings-route.ts';
import { asWireError, sendError } from './send-error.ts';
import type { Services } from './services.ts';

/** Adds the paths that vendors' clients use. */
export function addVendorRoutes(app: FastifyInstance, services: Services): void {
  app.post('/v1/chat/completions', (request, reply) =>
    answerChat(request, reply, { wire: openAiWire, services }),
  );
  app.post('/v1/messages', (request, reply) => answerChat(request, reply, { wire: anthropicWire, services }));
  const admitted =
    (answer: (request: FastifyRequest, wire: Wire) => unknown) =>
    (request: FastifyRequest, reply: FastifyReply) => {
      const wire = toWire(request);
      admit(request.headers, wire, services.keys);
      return reply.header(wire.requestIdHeader, request.id).send(answer(request, wire));
    };
  app.post('/v1/embeddings', (request, reply) => answerEmbeddings(request, reply, services));
  app.get(
    '/v1/models',
    admitted((_request, wire) => collectModels(wire).modelList(services.scripts.models)),
  );
  app.get<{ Params: { '*': string } }>(
    '/v1/models/*',
    admitted(({ params }, wire) => {
      const id = String(Reflect.get(Object(params), '*'));
      if (services.scripts.models.includes(id)) return collectModels(wire).getModel(id);
      throw new WireError('unknown_model', `The model \`${id}\` does not exist.`, { parameter: 'model' });
    }),
  );
  app.setErrorHandler(refuseWith(services.log));
  app.setNotFoundHandler((request, reply) => {
    const error = new WireError('unknown_url', `Invalid URL (${request.method} ${request.url})`);
    sendError(reply, { wire: toWire(request), error, requestId: request.id });
  });
}

/** Sends errors in the format of the vendor that the path belongs to. */
export function refuseWith(log: Services['log']) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void =>
    sendError(reply, { wire: toWire(request), error: asWireError(error, log), requestId: request.id });
}

/** Both vendors list models at the same path; clients of Anthropic's protocol send a version header. */
function toWire({ headers, url }: FastifyRequest): Wire {
  const isAnthropic = headers['anthropic-version'] !== undefined || url.startsWith('/v1/messages');
  return isAnthropic ? anthropicWire : openAiWire;
}

function collectModels(wire: Wire) {
  return wire === anthropicWire ? anthropicModels : openAiModels;
}
