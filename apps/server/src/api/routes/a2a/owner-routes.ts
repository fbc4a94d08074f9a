import { a2aRoutes } from '@agent-home/http-contract';
import {
  certifiedCard,
  moderateTopic,
  openDirectRequest,
  PlatformError,
  showDirectRequest,
} from '@agent-home/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type A2aCall,
  A2aError,
  type CallOutcome,
  callAnswer,
  type Envelope,
  readCall,
  readEnvelope,
  requireServedVersion,
} from '../../../a2a/index.ts';
import { acting } from '../../authentication/acting.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Routes } from '../../routing/route-types.ts';
import { waitForAnswer } from './wait-for-answer.ts';

/** Registers A2A calls of owners. Missing rights and rate limits are HTTP errors; all others are JSON-RPC's. */
export function registerA2aCalls({ app, context, authentication, served }: Routes): void {
  const { platform } = context;
  const checkOwner = authentication.permitted(a2aRoutes.call.access);

  app.route({
    ...served(a2aRoutes.call),
    errorHandler: answerEnvelopeErrors,
    handler: async (request, reply) => {
      const ownerId = requireOwner(request);
      const { agent_id: agentId } = request.params;
      // Responds the same for a missing agent and for one that is not admitted, before it reads the request.
      await certifiedCard(platform.database, agentId);
      let id: Envelope['id'];
      let isNotification = false;
      const outcome = await told(async () => {
        const envelope = readEnvelope(request.body);
        id = envelope.id;
        isNotification = id === undefined;
        requireServedVersion(versionIn(request));
        return carryOut(request, { ownerId, agentId }, readCall(envelope));
      });
      // JSON-RPC 2.0, section 4.1: a request without an id is executed and gets no response.
      if (isNotification) return reply.status(204).send(null);
      return callAnswer(id, outcome);
    },
  });

  async function carryOut(
    request: FastifyRequest,
    between: { ownerId: string; agentId: string },
    call: A2aCall,
  ): Promise<Record<string, unknown>> {
    if (call.method === 'send') {
      const { messageId, words, contextId, returnsImmediately } = call;
      const opened = await openDirectRequest(platform, { ...between, messageId, words }, contextId);
      if (returnsImmediately || opened.state !== 'waiting') return call.describe(opened);
      const read = () => showDirectRequest(platform.database, { ...between, topicId: opened.topicId });
      const answered = await waitForAnswer(context, request.life, opened, read);
      // A token that was revoked meanwhile gets no response.
      await checkOwner(request);
      return call.describe(answered);
    }
    const asked = { ...between, topicId: call.taskId };
    const found = await showDirectRequest(platform.database, asked).catch(asTaskNotFound);
    if (call.method === 'get') return call.describe(found);
    if (found.state !== 'waiting')
      throw new A2aError('task_not_cancelable', 'the task has already ended and cannot be cancelled');
    await moderateTopic(
      platform,
      found.topicId,
      { action: 'close' },
      { role: 'owner', ownerId: between.ownerId },
    );
    return call.describe(await showDirectRequest(platform.database, asked));
  }
}

/** Returns the value of `A2A-Version`. A header that is sent twice is joined to a value that names no version. */
function versionIn({ headers }: FastifyRequest): string | undefined {
  const given = headers['a2a-version'];
  return Array.isArray(given) ? given.join(', ') : given?.trim();
}

/** Codes for errors of the envelope, which are returned as JSON-RPC errors; others keep the form of the API. */
const envelopeErrors = { malformed_json: 'parse_error', unknown_parameter: 'invalid_request' } as const;

function answerEnvelopeErrors(error: unknown, _request: FastifyRequest, reply: FastifyReply): unknown {
  if (!(error instanceof ApiError)) throw error;
  const { code, message } = error;
  if (code !== 'malformed_json' && code !== 'unknown_parameter') throw error;
  return reply.send(callAnswer(undefined, { error: new A2aError(envelopeErrors[code], message) }));
}

/** An admin has no agents and no topics of its own, so it cannot be responsible for a request. */
function requireOwner(request: FastifyRequest): string {
  const actor = acting(request, 'topics');
  if (actor.role !== 'owner')
    throw new ApiError('forbidden', 'A2A calls need an owner token, not an admin token');
  return actor.ownerId;
}

async function told(answer: () => Promise<Record<string, unknown>>): Promise<CallOutcome> {
  try {
    return { result: await answer() };
  } catch (error) {
    if (error instanceof A2aError) return { error };
    if (error instanceof PlatformError && error.code === 'invalid_input')
      return { error: new A2aError('invalid_params', `${error.path ?? 'params'}: ${error.message}`) };
    throw error;
  }
}

function asTaskNotFound(error: unknown): never {
  if (error instanceof PlatformError && error.code === 'not_found')
    throw new A2aError('task_not_found', 'no task of this owner has the id; check it');
  throw error;
}
