import { closed } from '@agent-home/http-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';

const closedSchemas = new WeakMap<z.ZodType, z.ZodType>();

/**
 * Holds every answer, as it is about to leave, against the contract: one that has a field too many, a field too few or
 * another value than the contract allows is a 500 instead. For tests and trials. Elsewhere the serializer leaves out
 * what the contract does not know, and long answers for people go out as their types have it, which is faster.
 */
export function holdAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const written = schemaOf(request, reply);
    if (!written || request.method === 'HEAD') return payload;
    const schema = closedSchemas.get(written) ?? closed(written);
    closedSchemas.set(written, schema);
    const answer = typeof payload === 'string' && payload !== '' ? JSON.parse(payload) : null;
    const held = schema.safeParse(answer);
    if (held.success) return payload;
    const where = `${request.method} ${request.routeOptions.url} ${reply.statusCode}`;
    throw new ApiError('internal_error', `an answer is not in the contract: ${where}: ${held.error.message}`);
  });
}

/** What the contract says of this answer; undefined for refusals, for what has not changed, and for what is no JSON. */
function schemaOf({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): z.ZodType | undefined {
  const responses = routeOptions.schema?.response as Record<number, unknown> | undefined;
  if (!responses || statusCode >= 400 || statusCode === 304) return undefined;
  const schema = responses[statusCode];
  if (schema instanceof z.ZodType) return schema;
  throw new ApiError('internal_error', `the contract knows no answer ${statusCode} of ${routeOptions.url}`);
}
