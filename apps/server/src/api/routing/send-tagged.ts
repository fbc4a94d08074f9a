import type { FastifyReply, FastifyRequest } from 'fastify';

const asItIs = (body: unknown) => body as string;

/** Answers JSON text as it is, or that nothing has changed since the caller got it. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, text: string, etag: string) {
  // Never kept by anybody on the way: the next viewer may see less.
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').serializer(asItIs).send(text);
}
