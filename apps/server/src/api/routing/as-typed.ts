import type { FastifyReply } from 'fastify';

/**
 * Typed as the schema has it: to hold a long answer against it again would take longer than reading it. Never kept by
 * anybody on the way, since the next viewer may see less.
 */
export function asTyped<Answer>(reply: FastifyReply, answer: Answer): Answer {
  reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .serializer(JSON.stringify);
  return answer;
}
