import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anthropicWire } from '../anthropic/anthropic-wire.ts';
import * as anthropicModels from '../anthropic/list-models.ts';
import { geminiWire } from '../gemini/gemini-wire.ts';
import * as geminiModels from '../gemini/list-models.ts';
import * as openAiModels from '../openai/list-models.ts';
import { openAiWire } from '../openai/openai-wire.ts';
import { responsesWire } from '../responses/responses-wire.ts';
import type { Wire } from '../wire/wire.ts';
import { WireError } from '../wire/wire-error.ts';
import { admit } from './admit.ts';
import { answerChat } from './chat-route.ts';
import { answerEmbeddings } from './embeddings-route.ts';
import { asWireError, sendError } from './send-error.ts';
import type { Services } from './services.ts';

/** Base of OpenAI's paths. */
const openAiBase = '/v1';

/** Adds the paths that vendors' clients use. */
export function addVendorRoutes(app: FastifyInstance, services: Services): void {
  app.post('/v1/chat/completions', (request, reply) =>
    answerChat(request, reply, { wire: openAiWire, services }),
  );
  app.post('/v1/messages', (request, reply) => answerChat(request, reply, { wire: anthropicWire, services }));
  app.post(`${openAiBase}/responses`, (request, reply) =>
    answerChat(request, reply, { wire: responsesWire, services }),
  );
  app.post<{ Params: { '*': string } }>('/v1beta/models/*', (request, reply) => {
    const [, model, method] =
      /^(.+):(generateContent|streamGenerateContent)$/.exec(request.params['*']) ?? [];
    if (model === undefined) throw unknownUrl(request);
    const path = { model, stream: method === 'streamGenerateContent' };
    return answerChat(request, reply, { wire: geminiWire, path, services });
  });
  const admitted =
    (answer: (request: FastifyRequest, wire: Wire) => unknown) =>
    (request: FastifyRequest, reply: FastifyReply) => {
      const wire = toWire(request);
      admit(request.headers, wire, services.keys);
      return reply.header(wire.requestIdHeader, request.id).send(answer(request, wire));
    };
  app.post('/v1/embeddings', (request, reply) => answerEmbeddings(request, reply, services));
  for (const version of ['/v1', '/v1beta']) {
    app.get(
      `${version}/models`,
      admitted((_request, wire) => collectModels(wire).modelList(services.scripts.models)),
    );
    app.get<{ Params: { '*': string } }>(
      `${version}/models/*`,
      admitted(({ params }, wire) => {
        const id = String(Reflect.get(Object(params), '*'));
        if (services.scripts.models.includes(id)) return collectModels(wire).getModel(id);
        throw new WireError('unknown_model', `The model \`${id}\` does not exist.`, { parameter: 'model' });
      }),
    );
  }
  app.setErrorHandler(refuseWith(services.log));
  app.setNotFoundHandler((request, reply) => {
    sendError(reply, { wire: toWire(request), error: unknownUrl(request), requestId: request.id });
  });
}

function unknownUrl({ method, url }: FastifyRequest): WireError {
  return new WireError('unknown_url', `Invalid URL (${method} ${url})`);
}

/** Sends errors in the format of the vendor that the path belongs to. */
export function refuseWith(log: Services['log']) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void =>
    sendError(reply, { wire: toWire(request), error: asWireError(error, log), requestId: request.id });
}

/** Two vendors list models at the same path; clients of Anthropic's protocol send a version header. */
function toWire({ headers, url }: FastifyRequest): Wire {
  if (url.startsWith('/v1beta/')) return geminiWire;
  if (url.startsWith(`${openAiBase}/responses`)) return responsesWire;
  const isAnthropic = headers['anthropic-version'] !== undefined || url.startsWith('/v1/messages');
  return isAnthropic ? anthropicWire : openAiWire;
}

function collectModels(wire: Wire) {
  if (wire === geminiWire) return geminiModels;
  return wire === anthropicWire ? anthropicModels : openAiModels;
}
