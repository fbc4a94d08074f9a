import type { FastifyReply } from 'fastify';

/**
 * Sends a serialized answer under the type of its schema, because validating a long one again would take longer than reading it.
 * Caches on the way must not store it, since the next viewer may see less.
 */
export function asTyped<Answer>(
  reply: FastifyReply,
  answer: Answer,
  serialize: (answer: Answer) => string = JSON.stringify,
): Answer {
  reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .serializer(serialize);
  return answer;
}
