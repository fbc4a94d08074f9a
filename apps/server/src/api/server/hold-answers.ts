import { closed } from '@agent-home/http-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';

const closedSchemas = new WeakMap<z.ZodType, z.ZodType>();

/**
 * Validates every outgoing response against the contract: a surplus or missing member, or an invalid value, becomes a 500. Used in
 * tests and trials. Otherwise the serializer drops unknown members, and long responses for users are sent unchecked, which is
 * faster.
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
    throw new ApiError('internal_error', `a response violates the contract: ${where}: ${held.error.message}`);
  });
}

/**
 * Returns the contract's schema of this response; undefined for refusals, for unchanged content, and for
 * anything but JSON.
 */
function schemaOf({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): z.ZodType | undefined {
  const responses = routeOptions.schema?.response as Record<number, unknown> | undefined;
  if (!responses || statusCode >= 400 || statusCode === 304) return undefined;
  const schema = responses[statusCode];
  if (schema instanceof z.ZodType) return schema;
  throw new ApiError('internal_error', `the contract has no response ${statusCode} of ${routeOptions.url}`);
}
